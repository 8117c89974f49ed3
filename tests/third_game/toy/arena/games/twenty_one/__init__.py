"""Twenty-One, the worked example of docs/add_a_game.md: see `game`."""
