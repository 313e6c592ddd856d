"""States: how they are copied, what their fields say of themselves, piles of cards."""
