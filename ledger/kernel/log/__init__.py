"""What is written down: events, their lines, folds over them, and checks of them."""
