"""Laws of what the browser shows."""
