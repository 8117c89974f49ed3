"""What authors of bots use: templates, checks, and how clear a difference between bots is."""
