"""The web application: the factory (:mod:`adjudicator.web.app`), the pages, and the server that runs them."""
