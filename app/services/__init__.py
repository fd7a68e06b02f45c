"""What can be done: plain functions of a connection, each one transaction. The time is an argument, in milliseconds."""
