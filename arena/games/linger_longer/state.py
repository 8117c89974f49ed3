"""A match of Linger Longer: one mutable object, made for speed.

The attributes are for this folder; everyone else uses what `arena.games.game.State` lists, and a bot
only ever gets a view.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE
from arena.games.game import NOBODY, Ending, HandResult, Outcome, places_by
from arena.games.linger_longer.clone import copy_of
from arena.games.linger_longer.deal import cut_for_dealer, deal_hand
from arena.games.linger_longer.notation import NAME_TRUMP, refusal
from arena.games.linger_longer.options import LingerLongerOptions
from arena.games.linger_longer.playout import play_hand_out
from arena.games.linger_longer.record import describe_deal, full_events, read_log
from arena.games.linger_longer.scoring import score
from arena.games.linger_longer.tables import (
    ABOVE,
    AFTER,
    BELOW,
    CLOCKWISE,
    DEAL_EVENT,
    DECK_SIZE,
    DRAW_EVENT,
    NAME_TRUMP_EVENT,
    NAMING,
    NOT_SUIT,
    ONE,
    OUT_EVENTS,
    PLAY_EVENT,
    STRENGTH,
    SUIT_OF,
)
from arena.games.linger_longer.view import LingerLongerView, make_view


@dataclass(slots=True, init=False, eq=False, repr=False)
class LingerLongerState:
    """The match: hands, stock, trick, who is out, the score, and the log."""

    # The match.
    options: LingerLongerOptions
    draws: NamedDraws
    draws_one: bool
    current_player: int
    is_over: bool
    hand_number: int
    cut: bytes
    finished: tuple[HandResult, ...]
    hands_won: tuple[int, ...]
    place_sums: tuple[int, ...]
    chips: tuple[int, ...]
    unscored: int  # the winner of a finished hand that is not yet in the five fields above, or NOBODY
    # The log, with drawn cards hidden. Moves write to `fresh`; record.read_log moves that to the others.
    fresh: list[bytes]
    log: bytes
    secrets: tuple[tuple[int, int, int], ...]  # where in `log` a drawn card is hidden, its drawer, the card
    read_top: int  # how far the draws in `log` had come in `deck`
    played: bytes
    played_seats: bytes
    # The hand. `dealt` is empty in a sampled state; for `deck`, `top` and `shown` see deal.Deal.
    dealer: int
    dealt: bytes
    deck: bytes
    top: int
    shown: int
    shown_seat: int
    hands: list[bytes]
    trump: int
    trump_to_be_named: bool
    tricks_won: list[int]
    alive: int  # the seats that are not out, as bits
    out: bytes
    out_at: bytes
    # The trick. `after` says who follows whom in it, seats that went out in the middle of it included.
    leader: int
    after: tuple[int, ...]
    legal: bytes
    best: int  # the strength of the best card
    taker: int  # who has played it
    strength: tuple[int, ...]
    not_led: bytes
    emptied: int  # the seats that have played their last card in this trick, as bits

    def __init__(self, options: LingerLongerOptions, draws: NamedDraws) -> None:
        """Cut for the dealer and deal the first hand."""
        self.options = options
        self.draws = draws
        self.draws_one = options.draw == "one"
        self.is_over = False
        self.hand_number = 0
        self.finished = ()
        self.hands_won = self.place_sums = self.chips = (0,) * options.players
        self.unscored = NOBODY
        self.fresh = []
        self.log = b""
        self.secrets = ()
        dealer, self.cut = cut_for_dealer(options, draws)
        self._deal(dealer)

    def legal_moves(self) -> bytes:
        """Return the move codes of the current player, lowest first; empty when the match is over."""
        return self.legal

    def play(self, move: int) -> None:  # noqa: C901, PLR0912  (calls for the trick's end cost a tenth)
        """Make a move of the current player, and all that follows from it without a decision.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        try:
            if move not in self.legal:
                raise refusal(move, self.current_player, self.legal)
        except (TypeError, ValueError):  # no byte at all
            raise refusal(move, self.current_player, self.legal) from None
        seat = self.current_player
        leader = self.leader
        if seat == leader:
            if move >= NAME_TRUMP:
                self._name_trump(move - NAME_TRUMP)
                return
            led = SUIT_OF[move]
            self.not_led = NOT_SUIT[led]
            self.strength = strength = STRENGTH[self.trump][led]
            self.best = strength[move]
            self.taker = seat
        else:
            value = self.strength[move]
            if value > self.best:
                self.best = value
                self.taker = seat
        self.fresh.append(PLAY_EVENT[seat][move])
        hands = self.hands
        hands[seat] = hand = hands[seat].replace(ONE[move], b"")
        if not hand:
            self.emptied |= 1 << seat
            if self.top == DECK_SIZE and self._go_out(1 << seat):
                return
        seat = self.after[seat]
        if seat != leader:
            self.current_player = seat
            hand = hands[seat]
            self.legal = hand.strip(self.not_led) or hand
            return
        winner = self.taker
        self.tricks_won[winner] += 1
        top = self.top
        if top < DECK_SIZE:
            if self.draws_one:
                card = self.deck[top]
                hand = hands[winner]
                hands[winner] = hand.rstrip(ABOVE[card]) + ONE[card] + hand.lstrip(BELOW[card])
                self.fresh.append(DRAW_EVENT[winner])
                self.top = top + 1
            else:
                self._draw_per_card(winner)
            emptied = self.emptied & ~(1 << winner)
            if emptied and self._go_out(emptied):
                return
        if self.emptied:
            self.emptied = 0
            self.after = AFTER[len(hands)][self.alive]
            if not hands[winner]:
                winner = self.after[winner]  # LL4.6
        self.leader = self.current_player = winner
        self.legal = NAMING if self.trump_to_be_named else hands[winner]

    def outcome(self) -> Outcome | None:
        """Return how the match came out, or None while it goes on."""
        if not self.is_over:
            return None
        score(self)
        keys = [(-won, places) for won, places in zip(self.hands_won, self.place_sums, strict=True)]
        return Outcome(Ending.WON, places_by(keys), self.chips)

    @property
    def hand_results(self) -> list[HandResult]:
        """The finished hands, oldest first; a sampled state knows only those finished on it."""
        score(self)
        return [*self.finished]

    def clone(self) -> Self:
        """Return an independent copy, log included; playing on it leaves this one alone."""
        return copy_of(self)

    def playout(self, rng: Random) -> None:
        """Play uniformly random legal moves to the end, keeping no log of them.

        Afterwards the state tells how the match came out, and nothing about the hands on the way.
        """
        if self.options.first_to > 1:
            read_log(self)  # further hands will be dealt
        log, fresh = self.log, self.fresh.copy()
        while not self.is_over:
            play_hand_out(self, rng)
        self.log, self.fresh = log, fresh

    def view(self, seat: int, since: int = 0) -> LingerLongerView:
        """Return what a seat may see, with the events from number `since` on."""
        return make_view(self, seat, since)

    @property
    def event_count(self) -> int:
        """How many events have happened in the match."""
        if self.fresh:
            read_log(self)
        return len(self.log) // EVENT_SIZE

    def events(self) -> bytes:
        """Return the whole log with every drawn card shown: for records, never for a bot.

        In a sampled state, cards that its viewer did not see drawn stay hidden.
        """
        return full_events(self)

    def deal_record(self) -> dict[str, Any]:
        """Describe the deal of the current hand for the match record; a sampled state has none."""
        return describe_deal(self)

    def finish_hand(self, winner: int) -> None:
        """End the hand, and deal the next one unless the match is over (LL7.1)."""
        self.unscored = winner
        options = self.options
        if options.first_to > 1:
            read_log(self)
            score(self)
            if self.hands_won[winner] < options.first_to:
                self.hand_number += 1
                self._deal(winner if options.next_dealer == "winner" else (self.dealer + 1) % options.players)
                return
        self.is_over = True
        self.current_player = NOBODY
        self.legal = b""

    def _deal(self, dealer: int) -> None:
        options = self.options
        self.dealer = dealer
        self.dealt, self.deck, self.top, self.hands, self.trump, self.shown, self.shown_seat = deal_hand(
            options, self.draws, self.hand_number, dealer
        )
        self.trump_to_be_named = options.trump == "first_winner"
        self.tricks_won = [0] * options.players
        self.alive = (1 << options.players) - 1
        self.after = AFTER[options.players][self.alive]
        self.out = self.out_at = self.played = self.played_seats = self.not_led = b""
        self.strength = ()
        self.best = self.taker = 0
        self.emptied = 0
        self.fresh.append(DEAL_EVENT[dealer][self.shown])
        self.read_top = self.top
        self.leader = self.current_player = self.after[dealer]
        self.legal = self.hands[self.leader]

    def _name_trump(self, suit: int) -> None:
        """Set the trump suit; the same seat leads (LL3.6)."""
        seat = self.current_player
        self.trump = suit
        self.trump_to_be_named = False
        self.fresh.append(NAME_TRUMP_EVENT[seat][suit])
        self.legal = self.hands[seat]

    def _draw_per_card(self, winner: int) -> None:
        """Draw as many cards as the trick has, or what is left (LL4.5)."""
        top = self.top
        self.top = last = min(top + self.alive.bit_count(), DECK_SIZE)
        drawn = self.deck[top:last]
        self.hands[winner] = bytes(sorted(self.hands[winner] + drawn))
        self.fresh += [DRAW_EVENT[winner]] * len(drawn)

    def _go_out(self, gone: int) -> bool:
        """Put seats out at one instant, and finish the hand if only one seat is left (LL5.4, LL5.5)."""
        self.alive = alive = self.alive ^ gone
        seats = CLOCKWISE[self.leader][gone]
        self.out_at += ONE[len(self.out)] * len(seats)
        self.out += seats
        self.fresh.append(OUT_EVENTS[self.leader][gone])
        if alive & (alive - 1):
            return False
        self.finish_hand(alive.bit_length() - 1)
        return True
