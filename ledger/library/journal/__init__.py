"""The journal of a library, and what is in the library by it."""
