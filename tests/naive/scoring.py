"""Places, which both games share out in the same way (LL6.2, LL7.2, CE8.4, CE8.5)."""

from collections.abc import Sequence


def places_of(ranks: Sequence[tuple[int, ...]]) -> list[int]:
    """Give each seat one place below all that are better, the smallest rank being the best.

    So equal ranks share a place, and the next is skipped: 1, 2, 2, 4.
    """
    places = []
    for mine in ranks:
        better = 0
        for other in ranks:
            if other < mine:
                better += 1
        places.append(better + 1)
    return places


def match_places(hands_won: Sequence[int], place_sums: Sequence[int]) -> list[int]:
    """LL7.2, CE8.5: by hands won, among equals by the sum of the places, where less is better."""
    return places_of([(-won, places) for won, places in zip(hands_won, place_sums, strict=True)])
