"""SQL queries from strangers."""
