"""Whether two commits make the same states of the same logs."""
