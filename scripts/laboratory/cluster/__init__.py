"""A cluster on this machine: PostgreSQL, services over it, and what goes wrong with them."""
