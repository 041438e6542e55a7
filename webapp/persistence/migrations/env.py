"""Alembic runs this with the connection that `database.migrate` opened."""

from alembic import context

from webapp.persistence.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
