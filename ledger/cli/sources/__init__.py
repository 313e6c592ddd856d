"""Where commands find games and results: a library, an index, a lake, a server."""
