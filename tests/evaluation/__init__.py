"""The parts of the evaluation, one module each; ``tests/evaluate.py`` puts them together."""
