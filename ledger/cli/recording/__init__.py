"""Live recording: a pure core (`recorder`) that takes lines, and the shell around it."""
