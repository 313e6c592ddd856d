"""BoardGameGeek: saved pages of plays."""
