"""Computer players that choose their moves by evaluating them."""
