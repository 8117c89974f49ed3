"""Pairs `x_to_proto` and `x_from_proto`, one file a game; a round-trip test each."""
