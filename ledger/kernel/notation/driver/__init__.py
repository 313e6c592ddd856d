"""One interpreter for typed lines, shared by prompts, session files, single moves and phones."""
