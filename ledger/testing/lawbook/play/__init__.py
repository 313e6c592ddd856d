"""Laws of playing and replaying."""
