"""The arena command: one file per command that parses, calls, and chooses the exit code."""
