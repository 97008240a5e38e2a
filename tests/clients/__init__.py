"""Clients that others generate or have written, against a server: `make test-clients`. See :mod:`tests.clients.__main__`."""
