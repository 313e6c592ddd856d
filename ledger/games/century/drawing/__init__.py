"""The terminal picture of the board. Rich is imported only when a board is drawn."""
