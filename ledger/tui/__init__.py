"""The replay viewer: a pure model and Rich drawings, in a thin Textual shell."""
