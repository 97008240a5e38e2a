"""The server: the application, the edge before it, its workers. Start at :func:`adjudicator.server.run.serve`."""
