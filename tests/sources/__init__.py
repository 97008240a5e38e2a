"""Tests on a lexicon with more sources than the ordinary one; ``make test-sources`` runs them."""

FIRST_VARIABLE = "ADJUDICATOR_FIRST"
"""Names the lexicon without those sources. The one with them is that of the data directory."""
