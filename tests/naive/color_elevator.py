"""Color Elevator, written from docs/rules/color_elevator.md alone, as plainly as it is told there.

It is slow, and shares nothing with the engine that it is compared with.
"""

from functools import cache
from typing import Any

from tests.naive.house_rules import options_of
from tests.naive.scoring import match_places, places_of
from tests.naive.shuffling import PACK, RANKS, Shuffles, in_order


def color_of(card: str) -> str:
    """CE1: clubs and spades are black, diamonds and hearts are red."""
    return "black" if card[1] in "cs" else "red"


@cache
def fits(card: str, top: str) -> bool:
    """CE3: up in black, down in red, across on equal ranks, and aces with everything."""
    if card[0] == "A" or top[0] == "A":
        return True
    if color_of(card) != color_of(top):
        return card[0] == top[0]
    if color_of(top) == "black":
        return RANKS.index(card[0]) > RANKS.index(top[0])
    return RANKS.index(card[0]) < RANKS.index(top[0])


class ColorElevator:
    """One match, from the lot for the deal to the last place."""

    def __init__(self, preset: str, changes: dict[str, Any], draws: Shuffles) -> None:
        self.options = options_of("color_elevator", preset, changes)
        self.draws = draws
        self.players: int = self.options["players"]
        self.seats = list(range(self.players))
        self.hand_number = 0
        self.hands_won = [0] * self.players
        self.place_sums = [0] * self.players
        self.results: list[tuple[int, str, int, list[int], list[int]]] = []
        self.log: list[tuple[Any, ...]] = []
        self.is_over = False
        self.dealer = draws.below("dealer", self.players)  # CE2.1
        self.deal()
        self.go_on()

    # The deal

    def deal(self) -> None:
        """CE2.2 to CE2.5: reserves, hands, piles; all anew if there is no card of the other color."""
        self.deal_cards(f"deck/{self.hand_number}")
        again = 0
        while not self.turn_up_piles():
            again += 1
            self.deal_cards(f"deck/{self.hand_number}/{again}")
        self.tops = [pile[0] for pile in self.piles]
        self.turn_number = 0
        self.passes = 0
        self.reshuffles = 0
        self.pools: list[list[str]] = []
        self.flip = ""
        self.case = ""
        self.second_pile = -1
        self.to_move = self.left_of(self.dealer)
        self.log.append(("deal", self.dealer, *self.tops))

    def deal_cards(self, label: str) -> None:
        """CE2.2: one at a time from the dealer's left, four to each reserve, then four to each hand."""
        self.deck = self.draws.shuffle(label, PACK)
        self.stock = list(self.deck)
        self.reserves: list[list[str]] = [[] for _ in self.seats]
        self.hands: list[list[str]] = [[] for _ in self.seats]
        seat = self.dealer
        for dealt_to in (self.reserves, self.hands):
            for _ in range(4 * self.players):
                seat = self.left_of(seat)
                dealt_to[seat].append(self.stock.pop(0))

    def turn_up_piles(self) -> bool:
        """CE2.3, CE2.4: one card of each color; those passed over go under the stock, known to all."""
        first = self.stock.pop(0)
        passed_over: list[str] = []
        while self.stock:
            card = self.stock.pop(0)
            if color_of(card) != color_of(first):
                self.piles = [[first], [card]] if color_of(first) == "black" else [[card], [first]]
                self.stock += passed_over
                self.seen_by_all = list(passed_over)
                return True
            passed_over.append(card)
        return False

    def left_of(self, seat: int) -> int:
        """Seats are numbered clockwise."""
        return (seat + 1) % self.players

    # What may be placed

    def placings(self, cards: list[str]) -> list[str]:
        """CE3: each card with each pile on which it fits, by the card on top now."""
        return [
            f"{card}/{pile}"
            for card in in_order(cards)
            for pile in (0, 1)
            if fits(card, self.piles[pile][-1])
        ]

    def fits_some(self, cards: list[str], pile: int) -> bool:
        """Tell whether any of the cards fits the pile."""
        return any(fits(card, self.piles[pile][-1]) for card in cards)

    def has_two(self, hand: list[str]) -> bool:
        """CE5.1: two different cards, one for each pile."""
        return any(self.leaves_a_second(hand, placing) for placing in self.placings(hand))

    def leaves_a_second(self, hand: list[str], placing: str) -> bool:
        """CE5.1: after it some card left in the hand fits the other pile."""
        card, pile = placing.split("/")
        rest = [other for other in hand if other != card]
        return self.fits_some(rest, 1 - int(pile))

    def legal_moves(self) -> list[str]:
        """CE4.1, CE5, CE6.3: what the player who is asked may place."""
        if self.is_over:
            return []
        if self.flip:
            return self.placings([self.flip])
        hand = self.hands[self.to_move]
        placings = self.placings(hand)
        if self.second_pile >= 0:
            return [placing for placing in placings if placing.endswith(f"/{self.second_pile}")]
        if self.case == "two":
            return [placing for placing in placings if self.leaves_a_second(hand, placing)]
        return placings

    # A turn

    def go_on(self) -> None:
        """Play turns without a choice until somebody has to be asked: draws and passes are not."""
        while not self.is_over and not self.begin_turn():
            pass

    def begin_turn(self) -> bool:
        """CE4, CE5, CE6: tell whether the player has something to place; else all the turn is done."""
        seat = self.to_move
        self.pick_up(seat)
        if self.options["reserve"] == "flip" and not self.hands[seat] and self.reserves[seat]:
            return self.turn_up_reserve(seat)
        if self.options["turn"] == "both_piles" and self.has_two(self.hands[seat]):
            self.case = "two"  # CE5.1, CE5.4
            return True
        if self.placings(self.hands[seat]):
            self.case = "one"  # CE4.1, CE5.2
            return True
        drawn = self.draw(seat, 2)  # CE4.3, CE5.3
        if drawn == 0:
            self.log.append(("pass", seat))  # CE4.4
        self.end_turn(is_pass=drawn == 0)
        return False

    def pick_up(self, seat: int) -> None:
        """CE6.2: the turn begins with an empty stock."""
        if self.options["reserve"] == "pick_up" and not self.stock and self.reserves[seat]:
            self.log.append(("pick_up", seat, len(self.reserves[seat])))
            self.hands[seat] += self.reserves[seat]
            self.reserves[seat] = []

    def turn_up_reserve(self, seat: int) -> bool:
        """CE6.3: the turn begins with an empty hand and a reserve; tell whether the card fits."""
        card = self.reserves[seat].pop(0)
        self.log.append(("flip", seat, card))
        if self.placings([card]):
            self.flip = card
            return True
        self.hands[seat].append(card)
        self.seen_by_all.append(card)
        self.draw(seat, 3)
        self.end_turn(is_pass=False)
        return False

    def play(self, move: str) -> None:
        """Place a card, and all that follows from it."""
        if move not in self.legal_moves():
            raise ValueError(f"{move} is not legal")
        seat = self.to_move
        card, pile = move[:2], int(move[-1])
        if self.flip:
            self.flip = ""
            self.place(seat, card, pile)
            self.end_turn(is_pass=False)
        elif self.case == "two" and self.second_pile < 0:
            self.hands[seat].remove(card)
            self.place(seat, card, pile)
            self.second_pile = 1 - pile  # CE5.1
            return
        else:
            self.hands[seat].remove(card)
            self.place(seat, card, pile)
            self.draw_after_placing(seat)
            self.end_turn(is_pass=False)
        self.go_on()

    def place(self, seat: int, card: str, pile: int) -> None:
        """Put a card on a pile, where all see it: it is no longer a known or a reshuffled card in a hand."""
        self.piles[pile].append(card)
        self.log.append(("play", seat, card, pile))
        self.passes = 0
        if card in self.seen_by_all:
            self.seen_by_all.remove(card)
        for pool in self.pools:
            if card in pool:
                pool.remove(card)

    def draw_after_placing(self, seat: int) -> None:
        """CE4.2, CE5.1, CE5.2."""
        if self.options["turn"] == "both_piles":
            count = 1 if self.case == "one" else 0
        elif self.options["refill"] == "to_four":
            count = 1 if len(self.hands[seat]) < 4 else 0
        else:
            count = 1 if self.options["refill"] == "one" else 0
        self.draw(seat, count)

    def draw(self, seat: int, count: int) -> int:
        """CE6.1, CE7: draw up to so many cards; return how many they were."""
        for drawn in range(count):
            if not self.stock and self.options["empty_stock"] == "reshuffle":
                self.reshuffle(seat)
            if self.stock:
                card, source = self.stock.pop(0), "stock"
            elif self.options["reserve"] == "stock" and self.reserves[seat]:
                card, source = self.reserves[seat].pop(0), "reserve"
            else:
                return drawn
            self.hands[seat].append(card)
            self.log.append(("draw", seat, card, source, card in self.seen_by_all))
        return count

    def reshuffle(self, seat: int) -> None:
        """CE7.2: both piles but their tops become the stock, if there is anything under the tops."""
        under = self.piles[0][:-1] + self.piles[1][:-1]
        if not under:
            return
        self.stock = self.draws.shuffle(f"reshuffle/{self.hand_number}/{self.reshuffles}", under)
        self.piles = [[self.piles[0][-1]], [self.piles[1][-1]]]
        self.reshuffles += 1
        self.pools.append(in_order(under))
        self.log.append(("reshuffle", seat, len(under)))

    # The end

    def end_turn(self, *, is_pass: bool) -> None:
        """CE8.1 to CE8.3."""
        seat = self.to_move
        self.second_pile = -1
        self.turn_number += 1
        self.passes = self.passes + 1 if is_pass else 0
        if not self.hands[seat] and not self.reserves[seat]:
            self.end_game("won", seat)
        elif self.passes == self.players or self.turn_number == self.options["turn_limit"]:
            self.end_game("blocked", -1)
        else:
            self.to_move = self.left_of(seat)

    def end_game(self, ending: str, winner: int) -> None:
        """CE8.4, CE8.5: places by the cards left; who is alone in first place has won."""
        left = [(len(self.hands[seat]) + len(self.reserves[seat]),) for seat in self.seats]
        places = places_of(left)
        if ending == "blocked" and places.count(1) == 1:
            winner = places.index(1)
        self.results.append((self.dealer, ending, winner, places, [0] * self.players))
        if winner >= 0:
            self.hands_won[winner] += 1
        for seat in self.seats:
            self.place_sums[seat] += places[seat]
        games = len(self.results)
        if self.options["first_to"] in self.hands_won or games == 10 * self.options["first_to"]:
            self.is_over = True
            return
        self.hand_number += 1
        self.dealer = self.left_of(self.dealer)
        self.deal()

    def outcome(self) -> tuple[str, list[int], list[int]] | None:
        """CE8.5: how the match ended, places, and no chips."""
        if not self.is_over:
            return None
        ending = "won" if self.options["first_to"] in self.hands_won else "blocked"
        return (ending, match_places(self.hands_won, self.place_sums), [0] * self.players)
