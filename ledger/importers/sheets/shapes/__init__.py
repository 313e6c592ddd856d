"""The shapes that a sheet can have: what each row and each column stands for."""
