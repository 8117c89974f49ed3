"""From a number to the combination or the permutation that has it, in lexicographic order."""

from math import comb, factorial


def combination(number: int, total: int, size: int) -> tuple[int, ...]:
    """Return the combination with this number among those of `size` out of 0 to `total` - 1, sorted."""
    chosen = []
    item = 0
    for missing in range(size - 1, -1, -1):
        # How many combinations go on with `item`; those that don't come later.
        here = comb(total - item - 1, missing)
        while number >= here:
            number -= here
            item += 1
            here = comb(total - item - 1, missing)
        chosen.append(item)
        item += 1
    return tuple(chosen)


def permutation(number: int, items: tuple[int, ...]) -> tuple[int, ...]:
    """Return the permutation of the items with this number; number 0 leaves them as they are."""
    remaining = list(items)
    arranged = []
    for left in range(len(items) - 1, -1, -1):
        index, number = divmod(number, factorial(left))
        arranged.append(remaining.pop(index))
    return tuple(arranged)
