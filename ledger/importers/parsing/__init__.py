"""What every reader needs: bytes within limits, dates, scores, titles, winners."""
