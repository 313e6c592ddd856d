"""Text for people: translations, suggestions, reasons for failures, and text safe to print."""
