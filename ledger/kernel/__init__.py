"""What an event log is. Knows no particular game, and does no I/O: bytes in, bytes out."""
