"""The screen of the viewer, drawn from its model."""
