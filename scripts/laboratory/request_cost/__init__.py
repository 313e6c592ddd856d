"""The CPU that single requests of a player cost: lines, routes and games."""
