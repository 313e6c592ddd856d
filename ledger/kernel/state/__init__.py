"""States: how they are copied, what their fields declare, and piles of cards."""
