"""The games of the library, as the rooms know them."""
