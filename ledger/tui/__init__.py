"""The replay viewer: a pure model and Rich pictures, in a thin Textual shell."""
