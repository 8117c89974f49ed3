"""Our games as other projects expect them."""
