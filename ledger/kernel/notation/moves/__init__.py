"""How moves are typed: declared by a game, or made from its commands."""
