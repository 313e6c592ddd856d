"""Laws about boards, words and notation."""
