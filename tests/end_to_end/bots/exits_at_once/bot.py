"""Leaves before it says hello."""

import sys

print("I need a file that isn't there", file=sys.stderr)
sys.exit(3)
