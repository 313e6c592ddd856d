"""The board as a picture for the terminal; Rich is imported only when one is drawn."""
