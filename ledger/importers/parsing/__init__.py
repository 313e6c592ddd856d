"""What all readers need: bytes within limits, dates, scores, titles, winners."""
