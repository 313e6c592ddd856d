"""What strangers may ask in SQL."""
