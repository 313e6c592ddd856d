"""Words and pictures for people: sentences, translations, text safe to print, boards."""
