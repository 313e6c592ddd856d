"""Board Game Stats: backups, shared plays, links."""
