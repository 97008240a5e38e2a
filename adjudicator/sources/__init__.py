"""The sources of a lexicon: what they are, and how their files come to be at hand."""
