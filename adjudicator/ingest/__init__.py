"""From upstream sources to the lexicon: fetch (sources, channels, cache), read, classify, build. Start in ``fetch``."""
