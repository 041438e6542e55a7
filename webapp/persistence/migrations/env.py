"""Alembic runs this with the connection that `database.migrate` opened."""

from alembic import context

from webapp.persistence.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
