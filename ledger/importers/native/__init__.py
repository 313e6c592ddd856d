"""Our own files: logs and typed sessions."""
