"""Linger Longer, written from docs/rules/linger_longer.md alone, as plainly as it is told there.

It is slow, and shares nothing with the engine that it is compared with.
"""

from typing import Any

from tests.naive.house_rules import options_of
from tests.naive.scoring import match_places, places_of
from tests.naive.shuffling import PACK, RANKS, SUITS, Shuffles, in_order


def rank_of(card: str) -> int:
    """LL1: two is low, ace is high."""
    return RANKS.index(card[0])


class LingerLonger:
    """One match, from the cut to the last place."""

    def __init__(self, preset: str, changes: dict[str, Any], draws: Shuffles) -> None:
        self.options = options_of("linger_longer", preset, changes)
        self.draws = draws
        self.players: int = self.options["players"]
        self.seats = list(range(self.players))
        self.hand_number = 0
        self.hands_won = [0] * self.players
        self.place_sums = [0] * self.players
        self.chips = [0] * self.players
        self.results: list[tuple[int, str, int, list[int], list[int]]] = []
        self.log: list[tuple[Any, ...]] = []
        self.cut: list[tuple[int, str]] = []
        self.is_over = False
        self.dealer = self.cut_for_the_deal()
        self.deal()

    def cut_for_the_deal(self) -> int:
        """LL2.1, LL2.2: lowest or highest rank deals; those who share it draw again."""
        seats = self.seats
        cut_round = 0
        while len(seats) > 1:
            pack = self.draws.shuffle(f"cut/0/{cut_round}", PACK)
            drawn = {}
            for seat in seats:
                drawn[seat] = pack.pop(0)
                self.cut.append((seat, drawn[seat]))
            ranks = [rank_of(card) for card in drawn.values()]
            best = min(ranks) if self.options["first_dealer"] == "cut_low" else max(ranks)
            seats = [seat for seat in seats if rank_of(drawn[seat]) == best]
            cut_round += 1
        return seats[0]

    def deal(self) -> None:
        """LL3.1, LL3.2, LL3.7: one at a time from the dealer's left, who also leads first."""
        self.deck = self.draws.shuffle(f"deck/{self.hand_number}", PACK)
        self.stock = list(self.deck)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        each = self.players if self.options["hand_size"] == "players" else self.options["hand_size"]
        seat = self.dealer
        for _ in range(each * self.players):
            seat = self.left_of(seat)
            self.hands[seat].append(self.stock.pop(0))
        self.trick: list[tuple[int, str]] = []
        self.played: list[tuple[int, str]] = []
        self.tricks_won = [0] * self.players
        self.out: list[tuple[int, int]] = []
        self.instant = 0
        self.show_trump()
        self.log.append(("deal", self.dealer, *([self.shown] if self.shown else [])))
        self.leader = self.to_move = self.left_of(self.dealer)

    def show_trump(self) -> None:
        """LL3.3 to LL3.6."""
        self.trump = ""
        self.shown = ""
        self.to_be_named = self.options["trump"] == "first_winner"
        self.is_naming = False
        if self.options["trump"] == "dealer_card":
            self.shown = self.hands[self.dealer][-1]
            self.trump = self.shown[1]
        if self.options["trump"] == "turn_up":
            self.shown = self.stock.pop(0)
            self.trump = self.shown[1]
            self.stock.append(self.shown)
        self.dealt_trump = self.trump

    def left_of(self, seat: int) -> int:
        """Seats are numbered clockwise."""
        return (seat + 1) % self.players

    def legal_moves(self) -> list[str]:
        """LL3.6, LL4.1, LL4.2: follow suit if you can."""
        if self.is_over:
            return []
        if self.is_naming:
            return [f"trump {suit}" for suit in SUITS]
        hand = in_order(self.hands[self.to_move])
        if self.trick:
            led = self.trick[0][1][1]
            following = [card for card in hand if card[1] == led]
            if following:
                return following
        return hand

    def play(self, move: str) -> None:
        """Make a move, and all that follows from it."""
        if move not in self.legal_moves():
            raise ValueError(f"{move} is not legal")
        if self.is_naming:
            self.name_trump(move[-1])
        else:
            self.play_card(move)

    def name_trump(self, suit: str) -> None:
        """LL3.6: it is a move of its own; then the same player leads."""
        self.trump = suit
        self.to_be_named = False
        self.is_naming = False
        self.log.append(("trump", self.to_move, suit))

    def play_card(self, card: str) -> None:
        """LL4.2: clockwise, everyone who holds cards plays one."""
        seat = self.to_move
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.played.append((seat, card))
        self.log.append(("play", seat, card, 0))
        if card == self.shown:
            self.shown = ""
        if not self.stock and self.has_ended_at_once(seat):
            return
        following = self.next_with_cards(seat)
        if following < 0:
            self.finish_trick()
        else:
            self.to_move = following

    def has_ended_at_once(self, seat: int) -> bool:
        """LL5.1, LL5.4: with an empty stock, out at the last card, and the end in the middle of a trick."""
        if not self.hands[seat]:
            self.go_out([seat])
        holders = self.holders()
        if len(holders) > 1:
            return False
        self.end_hand(holders[0])
        return True

    def next_with_cards(self, seat: int) -> int:
        """LL4.2, LL4.6: the next player clockwise who holds a card and has not played to the trick."""
        for _ in self.seats:
            seat = self.left_of(seat)
            if self.hands[seat] and not self.has_played(seat):
                return seat
        return -1

    def has_played(self, seat: int) -> bool:
        return seat in [player for player, _ in self.trick]

    def holders(self) -> list[int]:
        """List who holds cards."""
        return [seat for seat in self.seats if self.hands[seat]]

    def taker(self) -> int:
        """LL4.3: the highest trump, else the highest card of the led suit."""
        deciding = [(seat, card) for seat, card in self.trick if card[1] == self.trump]
        if not deciding:
            led = self.trick[0][1][1]
            deciding = [(seat, card) for seat, card in self.trick if card[1] == led]
        best_seat, best_card = deciding[0]
        for seat, card in deciding:
            if rank_of(card) > rank_of(best_card):
                best_seat, best_card = seat, card
        return best_seat

    def finish_trick(self) -> None:
        """LL4.4 to LL4.6, LL5.2, LL5.4: take it, draw, see who is out, lead."""
        winner = self.taker()
        self.tricks_won[winner] += 1
        had_stock = bool(self.stock)
        self.draw(winner)
        in_trick = [seat for seat, _ in self.trick]
        self.trick = []
        if had_stock:
            # The log has them in the order in which they played; no clause says so, tests/cases do.
            self.go_out([seat for seat in in_trick if not self.hands[seat]])
        holders = self.holders()
        if len(holders) == 1:
            self.end_hand(holders[0])
            return
        self.is_naming = self.to_be_named
        self.leader = winner if self.hands[winner] else self.next_with_cards(winner)
        self.to_move = self.leader

    def draw(self, winner: int) -> None:
        """LL4.5: one card, or as many as the trick has, or as many as are left."""
        count = len(self.trick) if self.options["draw"] == "per_card" else 1
        for _ in range(count):
            if self.stock:
                card = self.stock.pop(0)
                self.hands[winner].append(card)
                self.log.append(("draw", winner, card, "stock", card == self.shown))

    def go_out(self, seats: list[int]) -> None:
        """LL6.2: all at the same moment."""
        for seat in seats:
            self.out.append((seat, self.instant))
            self.log.append(("out", seat))
        if seats:
            self.instant += 1

    def end_hand(self, winner: int) -> None:
        """LL6, LL7.1, LL2.3: places, chips, and the next hand or the end."""
        ranks = [(0,)] * self.players
        for seat, instant in self.out:
            ranks[seat] = (self.instant - instant,)
        places = places_of(ranks)
        chips = self.chips_for(winner)
        self.results.append((self.dealer, "won", winner, places, chips))
        self.hands_won[winner] += 1
        for seat in self.seats:
            self.place_sums[seat] += places[seat]
            self.chips[seat] += chips[seat]
        if self.hands_won[winner] == self.options["first_to"]:
            self.is_over = True
            return
        self.dealer = winner if self.options["next_dealer"] == "winner" else self.left_of(self.dealer)
        self.hand_number += 1
        self.deal()

    def chips_for(self, winner: int) -> list[int]:
        """LL7.3: what the others pay the winner."""
        pays = {"none": 0, "ante": 1, "per_trick": self.tricks_won[winner], "per_opponent": 1}
        chips = [0] * self.players
        for seat in self.seats:
            if seat != winner:
                chips[seat] -= pays[self.options["chips"]]
                chips[winner] += pays[self.options["chips"]]
        return chips

    def outcome(self) -> tuple[str, list[int], list[int]] | None:
        """LL7.2, LL7.4: how the match ended, places, chips."""
        if not self.is_over:
            return None
        return ("won", match_places(self.hands_won, self.place_sums), self.chips)
