"""Board Game Stats: backups, shared plays and links."""
