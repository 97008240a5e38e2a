"""Rulesets and the judge: pure. Start at :func:`adjudicator.rules.judge.judge`."""
