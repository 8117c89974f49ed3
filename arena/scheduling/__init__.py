"""Who plays whom, when, with which deal: computed from numbers, never listed."""
