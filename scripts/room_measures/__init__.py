"""What an open game costs the service."""
