"""A tournament: its file, the runner that plays it, and what it needs of the outside, as ports."""
