"""The games that are open here, each in its room, and who looks on."""
