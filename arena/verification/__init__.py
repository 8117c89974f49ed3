"""Proves a stored or exported tournament from nothing: deals, moves, schedule and tables."""
