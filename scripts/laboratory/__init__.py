"""Campaigns and measurements that take too long for every run of the tests: `scripts/lab NAME`.

Each module and package here is an entry, named with hyphens; the first line of its docstring is
what the list says of it.
"""
