"""What every room may use: cards, errors, ids, named random draws, and the clock."""
