"""The `docker` backend: every instance in a container of its own, for programs of strangers."""
