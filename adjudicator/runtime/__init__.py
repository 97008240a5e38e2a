"""What serves whichever interface: the lexicon in service, guards, problems, limits, metrics, settings."""
