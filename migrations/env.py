"""Run by Alembic: the changes go through the connection that `app.store.migrate` opened, in its transaction."""

from alembic import context

from app.store.schema import metadata

# SQLite can take back a change of the schema as well as any other: all of a migration stands, or nothing.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
