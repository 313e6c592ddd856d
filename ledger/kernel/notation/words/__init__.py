"""What single words of a typed line mean, and how they are written."""
