"""Laws about playing and replaying."""
