"""What runs beside the requests: solver processes, races that are due, closings, pictures."""
