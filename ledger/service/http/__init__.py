"""Everything in front of the routes: connections, the gateway, limits, logs, error responses."""
