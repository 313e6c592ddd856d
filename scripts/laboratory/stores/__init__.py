"""Durable groups a second, folder against PostgreSQL."""
