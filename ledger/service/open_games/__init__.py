"""The games that are open in this process, and what their viewers see."""
