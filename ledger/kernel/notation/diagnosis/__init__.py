"""Which line of a session is to blame, and which word of it: run after a reading has failed."""
