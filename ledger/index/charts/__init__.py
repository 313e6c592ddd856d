"""Reports as charts: on the terminal and as files."""
