"""The verbs: plain functions of a connection, one transaction each. The time is an argument, in milliseconds."""
