"""The command line: thin, over :class:`adjudicator.judging.service.Adjudicator`. Start at :mod:`adjudicator.cli.main`."""
