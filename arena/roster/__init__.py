"""Bots on disk: their manifests, versions and content hashes, as plain types."""
