"""What many simulated games tell: totals, and two boxes side by side."""
