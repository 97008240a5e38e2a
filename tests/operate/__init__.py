"""Trials of the files for operators on systems of their own: `make trials-operate`."""
