"""What players do in a room, and bots with them."""
