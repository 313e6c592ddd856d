"""Where the commands find games and answers: a library, an index, a lake, a server."""
