"""The replay viewer: a pure model and Rich pictures, with Textual as a thin shell around them."""
