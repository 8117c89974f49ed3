"""What a bot's author imports: subclass Bot, call serve."""
