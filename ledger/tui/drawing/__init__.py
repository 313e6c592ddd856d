"""The viewer's screen, drawn from its model."""
