"""The live table in the terminal: events become a snapshot, the snapshot is drawn."""
