"""A recorder that knows Ledger only from outside: by its command, over HTTP and by its files."""
