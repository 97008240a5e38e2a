"""Rulesets and the judge: pure. Start at :meth:`adjudicator.rules.judge.Judge.verdict`."""
