"""What dictionaries on the web have answered of single words, kept beside the lexicon."""
