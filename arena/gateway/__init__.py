"""The arena's end of the bots' streams: one server and socket per instance, questions in batches."""
