"""The words of a game: how moves are typed, and what events say."""
