"""Bots on disk: their manifests, versions and content hashes, as plain types."""

from arena.roster.bot_version import BotVersion, load_bot, sample_names
from arena.roster.content import content_hash
from arena.roster.manifest import Manifest, read_manifest

__all__ = ["BotVersion", "Manifest", "content_hash", "load_bot", "read_manifest", "sample_names"]
