"""What the player to move is asked for: plain ints, since enums are slow to compare."""

SINGLE = 0
"""One card from the hand, after which the player may draw."""
FIRST_OF_TWO = 1
"""The first of two cards (CE5.1)."""
SECOND_ON_0 = 2
"""The second of two cards, onto pile 0; likewise pile 1."""
SECOND_ON_1 = 3
SECOND_ON = (SECOND_ON_0, SECOND_ON_1)
FLIPPED = 4
"""A pile for the reserve card that was turned up (CE6.3)."""

SECOND_PILE = (-1, -1, 0, 1, -1)
"""By stage, the pile that the second card must go to, or -1."""
