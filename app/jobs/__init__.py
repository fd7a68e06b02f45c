"""What runs in the background while the server answers requests: solvers, races, closings, pictures."""
