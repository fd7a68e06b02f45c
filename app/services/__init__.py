"""All that the application does: plain functions of a connection and a time in milliseconds, each one transaction."""
