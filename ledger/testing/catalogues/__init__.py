"""The catalogues of a game: which texts belong in them, and the files that hold them.

`ledger texts GAME` brings them in line with the game; `scripts/catalogues` does so for our own
games and for the program.
"""
