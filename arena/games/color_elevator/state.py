"""A match of Color Elevator under way: one mutable object, made for speed."""

from random import Random
from typing import Any, Self

from arena.core.cards import TEXTS
from arena.core.errors import IllegalMove
from arena.core.rng import NamedDraws
from arena.games.color_elevator.clone import copy_of
from arena.games.color_elevator.deal import Deal, deal_hand
from arena.games.color_elevator.drawing import draw
from arena.games.color_elevator.ending import end_hand, outcome, score
from arena.games.color_elevator.log import (
    PLAYS,
    PLAYS_AND_DRAWS,
    PLAYS_AND_RESERVE_DRAWS,
    all_events,
    deal_event,
)
from arena.games.color_elevator.notation import move_text
from arena.games.color_elevator.options import ColorElevatorOptions
from arena.games.color_elevator.plain import is_plain, settle_plainly
from arena.games.color_elevator.playout import play_out
from arena.games.color_elevator.stage import SINGLE
from arena.games.color_elevator.tables import (
    BIT_OF,
    CARD_OF,
    FITS,
    HELD,
    MOVE_BITS,
    ONE,
    REFILL_ALWAYS,
    REFILL_TO_FOUR,
    STEPS,
    hand_of,
    moves_for,
    pile_of,
)
from arena.games.color_elevator.turns import play_by_all_rules, settle_by_all_rules
from arena.games.color_elevator.view import ColorElevatorView, make_view
from arena.games.events import EVENT_SIZE
from arena.games.game import HandResult, Outcome


class ColorElevatorState:
    """A match. Its attributes are its position, open to whoever sets one up; see `settle`."""

    __slots__ = (
        "after",  # by seat, the next one
        "both_piles",  # whether a turn may play two cards
        "current_player",
        "deal",  # how this hand was dealt; the reserves are there
        "draws",  # where shuffles come from
        "finished",  # the hands that are over and scored, oldest first
        "fitting",  # every move, of whatever card, that fits on the tops
        "flip",  # the reserve card that waits to be placed, or -1
        "hand_number",
        "hands",  # by seat, as `tables` says
        "hands_won",  # by seat
        "is_over",
        "is_plain",  # whether all turns are, see `plain`
        "known",  # cards that all have seen drawn or flipped; those in a hand are known there
        "known_bottom",  # how many cards at the start of `stock` all have seen
        "legal",  # the moves of the current player
        "log",
        "options",
        "passes",  # in a row
        "place_sums",  # by seat
        "played",  # the moves that made the piles, beginning with one for each first card
        "pools",  # by reshuffle: its cards as bytes and as a hand, without those of later reshuffles
        "refill_below",  # a hand with fewer bits draws a card after playing one
        "reserve_counts",  # by seat, how many of the first cards of the dealt reserve are left
        "reshuffles",  # in this hand
        "secrets",  # by seat, the cards that it alone saw itself draw
        "stage",
        "steps",  # from the tops, as `tables` says
        "stock",  # the first `stock_left` of these are left; the last of them is drawn first
        "stock_left",
        "turn_number",
        "unscored",  # dealer and cards left of the hands that are over and not yet scored
    )

    def __init__(self, options: ColorElevatorOptions, draws: NamedDraws) -> None:
        """Prepare a match before its first deal; `begin` deals it."""
        self.options = options
        self.draws = draws
        self.both_piles = options.turn == "both_piles"
        # Who plays one card where two are usual draws one, whatever the hand (CE5.2).
        self.refill_below = {
            "one": REFILL_ALWAYS,
            "to_four": REFILL_TO_FOUR,
            "none": REFILL_ALWAYS if self.both_piles else 0,
        }[options.refill]
        self.is_plain = is_plain(options)
        self.after = tuple((seat + 1) % options.players for seat in range(options.players))
        self.is_over = False
        self.hand_number = 0
        self.finished: tuple[HandResult, ...] = ()
        self.unscored: tuple[tuple[int, tuple[int, ...]], ...] = ()
        self.hands_won = self.place_sums = (0,) * options.players
        self.log = bytearray()
        self.secrets = [b""] * options.players

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: all but the steps: too deep a net of tables, and known from the rest."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "steps"}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Take over what was pickled."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.steps = STEPS[self.fitting]

    def begin(self) -> None:
        """Draw the first dealer by lot and deal the first hand."""
        self.deal_hand(self.draws.below("dealer", self.options.players))
        self.settle()

    def deal_hand(self, dealer: int) -> None:
        """Deal the hand that comes next."""
        deal = deal_hand(self.draws, number=self.hand_number, dealer=dealer, players=self.options.players)
        self.log += deal_event(dealer, deal.tops)
        self.lay_out(deal)
        self.pile_up(deal.tops[:1], deal.tops[1:])

    def lay_out(self, deal: Deal) -> None:
        """Put the cards of a deal on the table, all but the piles, for the first turn of a hand."""
        self.deal = deal
        self.hands = [hand_of(cards) for cards in deal.hands]
        self.reserve_counts = [len(cards) for cards in deal.reserves]
        self.stock = deal.stock
        self.stock_left = len(deal.stock)
        self.known_bottom = deal.passed_over
        self.known = 0
        self.pools: tuple[tuple[bytes, int], ...] = ()
        self.turn_number = self.passes = self.reshuffles = 0
        self.current_player = self.after[deal.dealer]
        self.flip = -1
        self.stage = SINGLE
        self.legal = 0

    def pile_up(self, pile_0: bytes, pile_1: bytes) -> None:
        """Let these be the piles, the top card last."""
        self.played = moves_for(pile_0, pile_1)
        self.fitting = FITS[pile_0[-1]][pile_1[-1]]
        self.steps = STEPS[self.fitting]

    @property
    def piles(self) -> tuple[bytes, bytes]:
        """Pile 0 and pile 1, the top card last."""
        return pile_of(self.played, 0), pile_of(self.played, 1)

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
        try:
            if not self.legal & BIT_OF[move]:
                raise IllegalMove(self._refusal(move))
        except KeyError:
            raise IllegalMove(self._refusal(move)) from None
        if not self.is_plain:
            play_by_all_rules(self, move)
            return
        seat = self.current_player
        hands = self.hands
        hand = hands[seat] ^ CARD_OF[move]
        self.played += ONE[move]
        self.fitting, self.steps = self.steps[move]
        self.passes = 0
        self.turn_number += 1
        left = self.stock_left
        if left > self.known_bottom:
            self.stock_left = left = left - 1
            card = self.stock[left]
            hands[seat] = hand | HELD[card]
            self.log += PLAYS_AND_DRAWS[seat][move]
            self.secrets[seat] += ONE[card]
        elif left:
            hands[seat] = hand
            self.log += PLAYS[seat][move]
            draw(self, seat, 1)
        elif left := self.reserve_counts[seat]:
            self.reserve_counts[seat] = left = left - 1
            card = self.deal.reserves[seat][left]
            hands[seat] = hand | HELD[card]
            self.log += PLAYS_AND_RESERVE_DRAWS[seat][move]
            self.secrets[seat] += ONE[card]
        else:
            hands[seat] = hand
            self.log += PLAYS[seat][move]
            if not hand:
                end_hand(self)
                settle_plainly(self)
                return
        self.current_player = seat = self.after[seat]
        self.legal = legal = hands[seat] & self.fitting
        if not legal:
            settle_plainly(self)

    def settle(self) -> None:
        """Take the turns that need no decision, until somebody must choose or the match is over.

        Whoever sets up a position calls this at last, with the player at the start of their turn.
        """
        if self.is_plain:
            settle_plainly(self)
        else:
            settle_by_all_rules(self)

    @property
    def hand_results(self) -> list[HandResult]:
        """The finished hands, oldest first; a sampled state knows only those finished on it."""
        score(self)
        return [*self.finished]

    def outcome(self) -> Outcome | None:
        """Return how the match came out, or None while it goes on."""
        return outcome(self) if self.is_over else None

    def clone(self) -> Self:
        """Return an independent copy, log included; playing on it leaves this one alone."""
        return copy_of(self)

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
