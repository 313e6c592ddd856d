"""Recording a game at the table: lines in, replies out. No terminal, no disk."""
