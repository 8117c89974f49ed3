"""The rules: pure and fast. One folder a game; `registry.GAMES` lists them; `game` says what a game is."""
