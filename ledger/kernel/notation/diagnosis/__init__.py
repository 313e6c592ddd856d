"""Which line of a session is to blame, and which word in it: run after reading has failed."""
