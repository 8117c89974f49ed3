"""A tiny game with all that a real one has: hidden hands, draws, several hands, chips, illegal moves.

Everybody is dealt `hand_size` cards and the stock has one more for each. The player on the dealer's left
leads; everybody plays any card; the highest id takes the trick and leads the next. After the first trick
everybody draws. Most tricks wins a hand, among equals the last trick does; `first_to` hands win the
match. Each trick is worth a chip from every other player.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Self

from arena.core.cards import DECK, TEXTS, parse_card
from arena.core.errors import IllegalMove
from arena.core.rng import NamedDraws
from arena.games.events import EVENT_SIZE, EventType
from arena.games.game import MOST_TRIES, NOBODY, Ending, HandEnding, HandResult, Outcome, Sample, places_by
from arena.games.options import integer, make_options


@dataclass(frozen=True, slots=True)
class ToyOptions:
    preset: str = "standard"
    players: int = integer(3, least=2, most=4, meaning="seats")
    hand_size: int = integer(3, least=1, most=8, meaning="cards each")
    first_to: int = integer(1, least=1, meaning="hands to win")


class ToyView(NamedTuple):
    seat: int
    hand: bytes
    legal: bytes
    trick: bytes
    events: bytes


class ToyState:
    def __init__(self, options: ToyOptions, draws: NamedDraws) -> None:
        self.options = options
        self.draws = draws
        self.hand_number = 0
        self.hand_results: list[HandResult] = []
        self.log = bytearray()
        self.drawers: list[int] = []
        """For each event, who may see its card; NOBODY: all."""
        self.deal()

    @property
    def is_over(self) -> bool:
        return self.current_player == NOBODY

    @property
    def event_count(self) -> int:
        return len(self.drawers)

    def deal(self) -> None:
        count = self.options.players
        self.dealer = self.hand_number % count
        self.deck = self.draws.shuffle(f"deck/{self.hand_number}", DECK)
        dealt = count * self.options.hand_size
        self.hands = [0] * count
        for i, card in enumerate(self.deck[:dealt]):
            self.hands[(self.dealer + 1 + i) % count] |= 1 << card
        self.stock = self.deck[dealt : dealt + count]
        self.tricks = [0] * count
        self.trick: list[int] = []
        self.current_player = (self.dealer + 1) % count
        self.note(EventType.DEAL, self.dealer)

    def note(self, kind: EventType, seat: int, card: int = 0, *, seen_by: int = NOBODY) -> None:
        self.log += bytes((kind, seat, card, 0))
        self.drawers.append(seen_by)

    def legal_moves(self) -> list[int]:
        return [] if self.is_over else cards_in(self.hands[self.current_player])

    def play(self, move: int) -> None:
        seat = self.current_player
        if self.is_over or not self.hands[seat] >> move & 1:
            raise IllegalMove(f"seat {seat} does not hold {TEXTS[move] if move < 52 else move}")
        self.hands[seat] ^= 1 << move
        self.trick.append(move)
        self.note(EventType.PLAY, seat, move)
        self.current_player = (seat + 1) % self.options.players
        if len(self.trick) == self.options.players:
            self.end_trick()

    def end_trick(self) -> None:
        count = self.options.players
        winner = (self.current_player + self.trick.index(max(self.trick))) % count
        self.tricks[winner] += 1
        self.trick = []
        self.current_player = winner
        for i, card in enumerate(self.stock):
            seat = (winner + i) % count
            self.hands[seat] |= 1 << card
            self.note(EventType.DRAW, seat, card, seen_by=seat)
        self.stock = []
        if not any(self.hands):
            self.end_hand()

    def end_hand(self) -> None:
        places = places_by(
            [(-tricks, seat != self.current_player) for seat, tricks in enumerate(self.tricks)]
        )
        winner = places.index(1) if places.count(1) == 1 else NOBODY
        total = sum(self.tricks)
        chips = tuple(tricks * len(places) - total for tricks in self.tricks)
        self.hand_results.append(HandResult(self.dealer, HandEnding.WON, winner, places, chips))
        if sum(result.winner == winner != NOBODY for result in self.hand_results) == self.options.first_to:
            self.current_player = NOBODY
        else:
            self.hand_number += 1
            self.deal()

    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        seats = range(self.options.players)
        wins = [sum(result.winner == seat for result in self.hand_results) for seat in seats]
        chips = tuple(sum(result.chips[seat] for result in self.hand_results) for seat in seats)
        return Outcome(Ending.WON, places_by([(-wins[seat], -chips[seat]) for seat in seats]), chips)

    def clone(self) -> Self:
        return copy.deepcopy(self)

    def playout(self, rng: Random) -> None:
        while not self.is_over:
            self.play(rng.choice(self.legal_moves()))

    def view(self, seat: int, since: int = 0) -> ToyView:
        events = self.log[EVENT_SIZE * since :]
        for i, drawer in enumerate(self.drawers[since:]):
            if drawer not in (NOBODY, seat):
                events[EVENT_SIZE * i + 2] = 255
        legal = self.legal_moves() if seat == self.current_player else []
        hand = cards_in(self.hands[seat])
        return ToyView(seat, bytes(hand), bytes(legal), bytes(self.trick), bytes(events))

    def events(self) -> bytes:
        return bytes(self.log)

    def deal_record(self) -> dict[str, Any]:
        return {"dealer": self.dealer, "deck": [TEXTS[card] for card in self.deck], "trump": None}


def cards_in(bits: int) -> list[int]:
    return [card for card in DECK if bits >> card & 1]


class ToyGame:
    name = "toy"
    title = "Toy"
    options_type: type[Any] = ToyOptions
    presets: Mapping[str, Mapping[str, object]] = {"standard": {}}

    def options(self, preset: str = "standard", values: Mapping[str, object] | None = None) -> ToyOptions:
        return make_options(self.name, ToyOptions, self.presets, preset, values or {})

    def new_match(self, options: ToyOptions, draws: NamedDraws) -> ToyState:
        return ToyState(options, draws)

    def deal_anew(self, view: ToyView, options: ToyOptions, rng: Random) -> ToyState:
        raise NotImplementedError("nobody searches the toy game")

    def sample_state(
        self, view: ToyView, options: ToyOptions, rng: Random, *, most_tries: int = MOST_TRIES
    ) -> Sample:
        raise NotImplementedError("nobody searches the toy game")

    def move_text(self, move: int) -> str:
        return TEXTS[move]

    def parse_move(self, text: str) -> int:
        return parse_card(text)

    def view_lines(self, view: ToyView) -> list[str]:
        return [f"seat {view.seat}: {' '.join(TEXTS[card] for card in view.hand)}"]
