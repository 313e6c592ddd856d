"""Reports: named queries, kept here as .sql files, and their charts."""
