"""The command line: thin, over :class:`adjudicator.service.Adjudicator`. Start at :mod:`adjudicator.cli.main`."""
