"""Falsify the rules one by one and see whether the tests notice."""
