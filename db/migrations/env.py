"""Runs the migrations on the connection that :mod:`adjudicator.ledger.schema` hands over."""

from alembic import context

from adjudicator.ledger.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
