"""Words and pictures for people: sentences, translations, harmless text, boards."""
