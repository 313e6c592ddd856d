"""The capacity model of docs/scale.md."""
