"""How moves are typed: declared by a game, or derived from its commands."""
