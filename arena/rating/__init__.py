"""Ratings and standings: a fold over whole blocks in schedule order."""
