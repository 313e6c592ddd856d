"""What an event log is. Knows no game, and no I/O beyond bytes in, bytes out."""
