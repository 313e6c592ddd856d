"""Laws of boards, words and notation."""
