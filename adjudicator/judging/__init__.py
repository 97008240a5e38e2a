"""Judges words: the composition root, a ruleset as it is now, and its fast path. Start at :class:`adjudicator.judging.service.Adjudicator`."""
