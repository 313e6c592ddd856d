"""Several services over one database, to look at."""
