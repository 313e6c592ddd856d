"""Laws about what the browser shows."""
