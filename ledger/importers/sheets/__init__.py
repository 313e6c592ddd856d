"""Spreadsheets of any shape: results, moves, times."""
