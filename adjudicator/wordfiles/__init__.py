"""Files of words as people have them: tables of spreadsheet programs, separated text, one word a line, JSON. Start at :func:`adjudicator.wordfiles.reading.read`."""
