"""Whether a log follows the rules, and whose fault it is if it doesn't."""
