"""Long campaigns: more games, faults and requests than the tests have time for."""
