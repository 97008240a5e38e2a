"""The web application: the factory (:mod:`adjudicator.server.app`), the pages, and the server that runs them."""
