"""The application object for any WSGI server: ``adjudicator.web.wsgi:app``."""

from adjudicator.web.app import create_app

app = create_app()
