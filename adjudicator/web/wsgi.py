"""The application object that WSGI servers load: ``adjudicator.web.wsgi:app``."""

from adjudicator.web.app import create_app

app = create_app()
