"""The vocabulary of all others: words, spellings, inflections, facts and verdicts; budgets and bounded caches."""
