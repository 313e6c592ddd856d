"""Reports drawn as charts, in the terminal and as files."""
