"""From a source's own words to flags. Knows no format: it sees records, never files of a source."""
