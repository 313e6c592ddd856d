"""Named questions and their pictures; the questions lie here as .sql files."""
