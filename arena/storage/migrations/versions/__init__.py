"""The migrations: `version_N` makes version N of version N - 1."""
