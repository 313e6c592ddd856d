"""What server and clients say to each other over HTTP."""
