"""A match of Color Elevator under way: one mutable object, made for speed."""

from operator import add
from random import Random
from typing import Any, Final

from arena.core.cards import TEXTS
from arena.core.errors import IllegalMove
from arena.core.rng import NamedDraws
from arena.games.color_elevator.deal import Deal, deal_hand
from arena.games.color_elevator.log import (
    ONE_CARD,
    PLAYS,
    RESERVE_DRAWS,
    STOCK_DRAWS,
    all_events,
    event,
)
from arena.games.color_elevator.notation import move_text
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.playout import play_out
from arena.games.color_elevator.stage import FIRST_OF_TWO, FLIPPED, SECOND_ON, SINGLE
from arena.games.color_elevator.tables import (
    CARD_OF,
    FITS,
    HELD,
    MOVE_BITS,
    ON_PILE,
    first_of_two,
    hand_of,
)
from arena.games.color_elevator.view import ColorElevatorView, make_view
from arena.games.events import EVENT_SIZE, EventType, Source
from arena.games.game import NOBODY, Ending, HandEnding, HandResult, Outcome, places_by

_make = object.__new__

HANDS_PER_WIN: Final = 10
"""A match has at most so many hands for each that must be won (CE8.5)."""


class ColorElevatorState:
    """A match. Its attributes are its position, open to whoever sets one up; see `settle`."""

    __slots__ = (
        "both_piles",  # whether a turn may play two cards
        "current_player",
        "deal",  # how this hand was dealt; the reserves are there
        "draws",  # where shuffles come from
        "flip",  # the reserve card that waits to be placed, or -1
        "hand_number",
        "hand_results",
        "hands",  # by seat, as `tables` says
        "hands_won",  # by seat
        "is_over",
        "known",  # cards that all have seen drawn or flipped; those in a hand are known there
        "known_bottom",  # how many cards at the start of `stock` all have seen
        "legal",  # the moves of the current player
        "log",
        "options",
        "passes",  # in a row
        "piles",  # pile 0 and pile 1, the top card last
        "place_sums",  # by seat
        "pools",  # by reshuffle: its cards as bytes and as a hand, without those of later reshuffles
        "refill_below",  # a hand with fewer bits draws a card after playing one
        "reserve_counts",  # by seat, how many of the first cards of the dealt reserve are left
        "reshuffles",  # in this hand
        "secrets",  # by seat, the cards that it alone saw itself draw
        "stage",
        "stock",  # the first `stock_left` of these are left; the last of them is drawn first
        "stock_left",
        "turn_number",
    )

    def __init__(self, options: ColorElevatorOptions, draws: NamedDraws) -> None:
        """Prepare a match before its first deal; `begin` deals it."""
        self.options = options
        self.draws = draws
        self.both_piles = options.turn == "both_piles"
        # Who plays one card where two are usual draws one, whatever the hand (CE5.2).
        self.refill_below = {"one": 104, "to_four": 8, "none": 104 if self.both_piles else 0}[options.refill]
        self.is_over = False
        self.hand_number = 0
        self.hand_results: list[HandResult] = []
        self.hands_won = self.place_sums = (0,) * options.players
        self.log = bytearray()
        self.secrets = [b""] * options.players

    def begin(self) -> None:
        """Draw the first dealer by lot and deal the first hand."""
        self._deal_hand(self.draws.below("dealer", self.options.players))
        self.settle()

    def _deal_hand(self, dealer: int) -> None:
        players = self.options.players
        deal = deal_hand(self.draws, number=self.hand_number, dealer=dealer, players=players)
        self.log += event(EventType.DEAL, dealer)
        self.lay_out(deal)
        self.turn_number = self.passes = self.reshuffles = 0
        self.current_player = (dealer + 1) % players

    def lay_out(self, deal: Deal) -> None:
        """Put the cards of a deal on the table."""
        self.deal = deal
        self.hands = [hand_of(cards) for cards in deal.hands]
        self.reserve_counts = [len(cards) for cards in deal.reserves]
        self.stock = deal.stock
        self.stock_left = len(deal.stock)
        self.known_bottom = deal.passed_over
        self.known = 0
        self.piles = (bytearray(deal.tops[:1]), bytearray(deal.tops[1:]))
        self.pools: tuple[tuple[bytes, int], ...] = ()
        self.flip = -1
        self.stage = SINGLE
        self.legal = 0

    def legal_moves(self) -> list[int]:
        """Return the move codes of the current player, lowest first; empty when the match is over."""
        moves = []
        legal = self.legal
        while legal:
            move = legal.bit_length() - 1
            moves.append(move)
            legal ^= MOVE_BITS[move]
        moves.reverse()
        return moves

    def play(self, move: int) -> None:
        """Make a move of the current player, and all that follows from it without a decision.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        if move < 0 or not self.legal >> move & 1:
            raise IllegalMove(self._refusal(move))
        seat = self.current_player
        hands = self.hands
        self.log += PLAYS[seat][move]
        self.piles[move & 1].append(move >> 1)
        self.passes = 0
        if self.stage == FLIPPED:
            self.flip = -1
        else:
            hand = hands[seat] = hands[seat] ^ CARD_OF[move]
            if self.stage == SINGLE:
                if hand.bit_count() < self.refill_below:
                    self._draw(seat, 1)
            elif self.stage == FIRST_OF_TWO:
                self.ask_second(hand, 1 - (move & 1))
                return
        self.turn_number += 1
        if not hands[seat] and not self.reserve_counts[seat]:
            self.end_hand()
        else:
            self._pass_on()
        self.settle()

    def settle(self) -> None:
        """Take the turns that need no decision, until somebody must choose or the match is over.

        Whoever sets up a position calls this at last, with the player at the start of their turn.
        """
        while not self.is_over and not self._take_up_turn():
            self.turn_number += 1
            self._pass_on()

    def _pass_on(self) -> None:
        """Go on to the next turn of the hand, unless it is blocked (CE8.2, CE8.3)."""
        players = len(self.hands)
        if self.turn_number >= self.options.turn_limit or self.passes == players:
            self.end_hand()
        else:
            seat = self.current_player + 1
            self.current_player = seat if seat < players else 0

    def _take_up_turn(self) -> bool:
        """Begin a turn; return whether there is a choice, else it has been taken to its end."""
        seat = self.current_player
        hand = self.hands[seat]
        if not hand and self.options.reserve == "flip":
            return self._flip_card(seat)
        if not self.stock_left and self.reserve_counts[seat] and self.options.reserve == "pick_up":
            hand = self._pick_up(seat)
        pile_0, pile_1 = self.piles
        legal = hand & FITS[pile_0[-1]][pile_1[-1]]
        if not legal:
            self._miss_turn(seat)
            return False
        self.stage = SINGLE
        if self.both_piles and (of_two := first_of_two(legal)):
            self.stage = FIRST_OF_TWO
            legal = of_two
        self.legal = legal
        return True

    def ask_second(self, hand: int, pile: int) -> None:
        """Ask for the second of two cards, onto the pile that was not served yet (CE5.1)."""
        pile_0, pile_1 = self.piles
        self.stage = SECOND_ON[pile]
        self.legal = hand & FITS[pile_0[-1]][pile_1[-1]] & ON_PILE[pile]

    def _miss_turn(self, seat: int) -> None:
        """Draw two instead of playing, or pass if there is nothing to draw (CE4.3, CE4.4)."""
        if self._draw(seat, 2):
            self.passes = 0
        else:
            self.passes += 1
            self.log += event(EventType.PASS, seat)

    def _pick_up(self, seat: int) -> int:
        """Take the reserve into the hand and return the hand (CE6.2)."""
        count = self.reserve_counts[seat]
        self.reserve_counts[seat] = 0
        self.hands[seat] |= hand_of(self.deal.reserves[seat][:count])
        self.log += event(EventType.PICK_UP, seat, count)
        return self.hands[seat]

    def _flip_card(self, seat: int) -> bool:
        """Turn up a reserve card; return whether it can be placed, else take it and draw three (CE6.3)."""
        self.passes = 0
        self.reserve_counts[seat] -= 1
        card = self.deal.reserves[seat][self.reserve_counts[seat]]
        self.log += event(EventType.FLIP, seat, card)
        pile_0, pile_1 = self.piles
        legal = HELD[card] & FITS[pile_0[-1]][pile_1[-1]]
        if legal:
            self.stage = FLIPPED
            self.flip = card
            self.legal = legal
            return True
        self.known |= HELD[card]
        self.hands[seat] = HELD[card]
        self._draw(seat, 3)
        return False

    def _draw(self, seat: int, count: int) -> int:
        """Draw up to so many cards into a hand, and return how many there were."""
        for drawn in range(count):
            if not self.stock_left:
                if self.reserve_counts[seat] and self.options.reserve == "stock":
                    self._draw_from_reserve(seat)
                    continue
                if not self.reshuffle(seat):
                    return drawn
            self.stock_left -= 1
            card = self.stock[self.stock_left]
            self.hands[seat] |= HELD[card]
            if self.stock_left < self.known_bottom:
                self.known |= HELD[card]
                self.log += event(EventType.DRAW, seat, card, Source.STOCK)
            else:
                self.log += STOCK_DRAWS[seat]
                self.secrets[seat] += ONE_CARD[card]
        return count

    def _draw_from_reserve(self, seat: int) -> None:
        """Draw the next card of the player's own reserve (CE6.1)."""
        self.reserve_counts[seat] -= 1
        card = self.deal.reserves[seat][self.reserve_counts[seat]]
        self.hands[seat] |= HELD[card]
        self.log += RESERVE_DRAWS[seat]
        self.secrets[seat] += ONE_CARD[card]

    def reshuffle(self, seat: int) -> bool:
        """Make the piles but their tops a new stock, for a seat that must draw, if they can be (CE7.2)."""
        if self.options.empty_stock == "stop":
            return False
        pile_0, pile_1 = self.piles
        pool = sorted(pile_0[:-1] + pile_1[:-1])
        if not pool:
            return False
        shuffled = self.draws.shuffle(f"reshuffle/{self.hand_number}/{self.reshuffles}", pool)
        del pile_0[:-1], pile_1[:-1]
        self.stock = bytes(shuffled[::-1])
        self.stock_left = len(pool)
        self.known_bottom = 0
        self.reshuffles += 1
        self._note_pool(bytes(pool))
        self.log += event(EventType.RESHUFFLE, seat, len(pool))
        return True

    def _note_pool(self, pool: bytes) -> None:
        """Remember which cards were reshuffled together, and forget what was known of them."""
        cards = hand_of(pool)
        self.known &= ~cards
        older = [(some.translate(None, pool), bits & ~cards) for some, bits in self.pools]
        self.pools = (*(pair for pair in older if pair[0]), (pool, cards))

    def end_hand(self) -> None:
        """Place the players (CE8.4), then deal the next hand or end the match (CE8.5)."""
        counts = [
            hand.bit_count() // 2 + left for hand, left in zip(self.hands, self.reserve_counts, strict=True)
        ]
        places = places_by(counts)
        winner = places.index(1) if places.count(1) == 1 else NOBODY
        ending = HandEnding.BLOCKED if all(counts) else HandEnding.WON
        chips = (0,) * len(places)
        self.hand_results.append(HandResult(self.deal.dealer, ending, winner, places, chips))
        self.hands_won = tuple([won + (seat == winner) for seat, won in enumerate(self.hands_won)])
        self.place_sums = tuple(map(add, self.place_sums, places))
        first_to = self.options.first_to
        if max(self.hands_won) == first_to or self.hand_number + 1 == HANDS_PER_WIN * first_to:
            self.is_over = True
            self.current_player = NOBODY
            self.legal = 0
        else:
            self.hand_number += 1
            self._deal_hand((self.deal.dealer + 1) % len(places))

    def outcome(self) -> Outcome | None:
        """Return how the match came out, or None while it goes on."""
        if not self.is_over:
            return None
        won = max(self.hands_won) == self.options.first_to
        return Outcome(
            ending=Ending.WON if won else Ending.BLOCKED,
            places=places_by(
                [(-won, sums) for won, sums in zip(self.hands_won, self.place_sums, strict=True)]
            ),
            chips=(0,) * len(self.hands),
        )

    def clone(self) -> "ColorElevatorState":
        """Return an independent copy, log included; playing on it leaves this one alone."""
        pile_0, pile_1 = self.piles
        twin = _make(ColorElevatorState)
        twin.both_piles = self.both_piles
        twin.current_player = self.current_player
        twin.deal = self.deal
        twin.draws = self.draws
        twin.flip = self.flip
        twin.hand_number = self.hand_number
        twin.hand_results = self.hand_results[:]
        twin.hands = self.hands[:]
        twin.hands_won = self.hands_won
        twin.is_over = self.is_over
        twin.known = self.known
        twin.known_bottom = self.known_bottom
        twin.legal = self.legal
        twin.log = self.log[:]
        twin.options = self.options
        twin.passes = self.passes
        twin.piles = (pile_0[:], pile_1[:])
        twin.place_sums = self.place_sums
        twin.pools = self.pools
        twin.refill_below = self.refill_below
        twin.reserve_counts = self.reserve_counts[:]
        twin.reshuffles = self.reshuffles
        twin.secrets = self.secrets[:]
        twin.stage = self.stage
        twin.stock = self.stock
        twin.stock_left = self.stock_left
        twin.turn_number = self.turn_number
        return twin

    def playout(self, rng: Random) -> None:
        """Play uniformly random legal moves to the end, keeping no log of them."""
        play_out(self, rng)

    def view(self, seat: int, since: int = 0) -> ColorElevatorView:
        """Return what a seat may see, with the events from number `since` on."""
        return make_view(self, seat, since)

    @property
    def event_count(self) -> int:
        """How many events have happened in the match."""
        return len(self.log) // EVENT_SIZE

    def events(self) -> bytes:
        """Return the whole log with every drawn card shown: for records, never for a bot."""
        return all_events(self.log, self.secrets)

    def deal_record(self) -> dict[str, Any]:
        """Describe the deal of the current hand; a sampled hand has no deck, since nobody knows it."""
        return {
            "dealer": self.deal.dealer,
            "deck": [TEXTS[card] for card in self.deal.deck],
            "tops": [TEXTS[card] for card in self.deal.tops],
        }

    def _refusal(self, move: int) -> str:
        """Say why a move is refused."""
        if self.is_over:
            return f"move {move} comes after the end of the match"
        legal = ", ".join(map(move_text, self.legal_moves()))
        named = move_text(move) if 0 <= move < len(MOVE_BITS) else f"move {move}"
        return f"seat {self.current_player} can't play {named} in turn {self.turn_number}; legal: {legal}"
