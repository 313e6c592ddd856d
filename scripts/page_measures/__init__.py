"""What pages cost: the service, and the browser."""
