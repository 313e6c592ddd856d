"""Reports: named queries, kept as .sql files, and the headings of their columns."""
