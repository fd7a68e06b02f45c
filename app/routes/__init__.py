"""Reading a request, one service call, rendering."""
