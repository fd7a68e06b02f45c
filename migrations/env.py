"""Alembic runs this module. All changes go through the connection and transaction of `app.core.store.migrate`."""

from alembic import context

from app.site.schema import metadata

# SQLite can roll back a change to the schema like any other, so a migration succeeds as a whole or changes nothing.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
