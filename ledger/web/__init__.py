"""Games in the browser: scenes laid out and drawn, and the pages that show them."""
