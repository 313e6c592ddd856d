"""Games written for other programs."""
