"""Where operating systems differ: locks, child processes and their limits, Ctrl-C."""
