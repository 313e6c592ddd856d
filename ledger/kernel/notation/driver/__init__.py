"""One interpreter of typed lines, for a prompt, a session file, a single move and a phone."""
