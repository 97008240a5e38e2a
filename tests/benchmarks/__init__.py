"""What measures and what tries for long: benchmarks, a soak test, and an independent OpenAPI tester. None of it is a part of ``make test``; the
Makefile says how each is run. Some tests run the same on a small scale.
"""
