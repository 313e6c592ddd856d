"""Where a service keeps everything: a folder of this machine, or a database."""
