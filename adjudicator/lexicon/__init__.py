"""The read side of the lexicon: key → evidence."""
