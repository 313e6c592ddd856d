"""SQL queries over the service: what strangers may ask."""
