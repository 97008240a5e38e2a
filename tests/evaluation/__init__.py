"""The parts of the evaluation, one module each; ``__main__.py`` puts them together, ``words.tsv`` is the gold table."""
