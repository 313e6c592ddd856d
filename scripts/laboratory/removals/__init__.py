"""Libraries from which something is removed, and to which it comes back."""
