"""The journal of a library, and the contents of the library according to it."""
