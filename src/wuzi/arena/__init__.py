"""Many games: openings, colour-swapped pairs, a journal, and what the results mean."""
