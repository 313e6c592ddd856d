"""What stands before the routes: connection, gateway, limits, logs, documentation."""
