"""Faults to be planted in the engine of Linger Longer, by clause."""

from tests.naive.planted.fault import Fault

_FOLDER = "arena.games.linger_longer"
_CLONE = f"{_FOLDER}.clone"
_DEAL = f"{_FOLDER}.deal"
_INFERENCE = f"{_FOLDER}.inference"
_OPTIONS = f"{_FOLDER}.options"
_PLAYOUT = f"{_FOLDER}.playout"
_RECORD = f"{_FOLDER}.record"
_SAMPLE = f"{_FOLDER}.sample"
_SCORING = f"{_FOLDER}.scoring"
_STATE = f"{_FOLDER}.state"
_TABLES = f"{_FOLDER}.tables"
_VIEW = f"{_FOLDER}.view"

_SAME_OPTIONS = "tests/naive/test_twins.py::test_engine_and_twin_refuse_the_same_options"
_SAME_RULES = "tests/games/linger_longer/test_search.py::test_a_playout_plays_by_the_same_rules_as_play"
_FROM_NAMING = "tests/games/linger_longer/test_search.py::test_a_playout_from_the_naming_of_trump"
_NO_LOG = "tests/games/linger_longer/test_search.py::test_a_playout_keeps_no_log"
_SAMPLE_FITS = "tests/games/linger_longer/test_sampling.py::test_a_sample_fits_all_that_its_seat_has_seen"
_NO_LEAK = "tests/games/laws/test_leaks.py::test_no_view_leaks_a_hidden_card"

FAULTS = [
    # The cut and the deal
    Fault(
        "LL2.1",
        "with `cut_low` the highest rank deals, and the other way round",
        _DEAL,
        'min if options.first_dealer == "cut_low" else max',
        'max if options.first_dealer == "cut_low" else min',
    ),
    Fault(
        "LL2.1",
        "suits count in the cut",
        _DEAL,
        "ranks = [card % 13 for card in cards]",
        "ranks = list(cards)",
    ),
    Fault(
        "LL2.2",
        "after a tie in the cut everybody draws again",
        _DEAL,
        "        seats = [seat for seat, rank in zip(seats, ranks, strict=True) if rank == deciding]\n",
        "        tied = [seat for seat, rank in zip(seats, ranks, strict=True) if rank == deciding]\n"
        "        seats = tied if len(tied) == 1 else seats\n",
    ),
    Fault(
        "LL2.2",
        "after a tie in the cut the same pack is drawn from, not one shuffled anew",
        _DEAL,
        'draws.shuffle(f"cut/0/{cut_round}", DECK)[: len(seats)]',
        'draws.shuffle("cut/0/0", DECK)[len(drawn) // 2 :][: len(seats)]',
    ),
    Fault(
        "LL2.3",
        "the deal passes counter-clockwise",
        _STATE,
        "(self.dealer + 1) % options.players",
        "(self.dealer - 1) % options.players",
    ),
    Fault(
        "LL2.3",
        "with `winner` the deal still passes clockwise",
        _STATE,
        'options.next_dealer == "winner"',
        'options.next_dealer == "winners"',
    ),
    Fault(
        "LL3.1",
        "dealing begins with the dealer",
        _DEAL,
        "pack[(seat - dealer - 1) % players : top : players]",
        "pack[(seat - dealer) % players : top : players]",
    ),
    Fault(
        "LL3.1",
        "hands are dealt whole, not one card at a time",
        _DEAL,
        "pack[(seat - dealer - 1) % players : top : players]",
        "pack[(seat - dealer - 1) % players * options.cards_each :][: options.cards_each]",
    ),
    Fault(
        "LL3.1",
        "`hand_size = players` means four cards, as for four players",
        _OPTIONS,
        "isinstance(self.hand_size, int) else self.players",
        "isinstance(self.hand_size, int) else 4",
    ),
    Fault(
        "LL3.2",
        "with the dealer's card as trump the stock lies upside down",
        _DEAL,
        "return Deal(dealt, dealt, top, hands, shown // 13, shown, dealer)",
        "return Deal(dealt, dealt[:top] + dealt[top:][::-1], top, hands, shown // 13, shown, dealer)",
    ),
    Fault(
        "LL3.3",
        "the first card of the dealer is shown, not the last",
        _DEAL,
        "shown = dealt[top - 1]",
        "shown = dealt[players - 1]",
    ),
    Fault(
        "LL3.4",
        "the card turned up stays on top of the stock",
        _DEAL,
        "deck = dealt[:top] + dealt[top + 1 :] + dealt[top : top + 1]",
        "deck = dealt",
    ),
    Fault(
        "LL3.6",
        "trump is never named",
        _STATE,
        "self.legal = NAMING if self.trump_to_be_named else hands[winner]",
        "self.legal = hands[winner]",
    ),
    Fault(
        "LL3.6",
        "trump is named in the first hand of a match only",
        _STATE,
        'self.trump_to_be_named = options.trump == "first_winner"',
        'self.trump_to_be_named = options.trump == "first_winner" and self.hand_number == 0',
    ),
    Fault(
        "LL3.6",
        "nobody is told which suit was named",
        _STATE,
        "        self.fresh.append(NAME_TRUMP_EVENT[seat][suit])\n",
        "",
    ),
    Fault(
        "LL3.7",
        "the dealer leads to the first trick",
        _STATE,
        "self.leader = self.current_player = self.after[dealer]",
        "self.leader = self.current_player = dealer",
    ),
    # A trick
    Fault(
        "LL4.2",
        "nobody has to follow suit",
        _STATE,
        "self.legal = hand.strip(self.not_led) or hand",
        "self.legal = hand",
    ),
    Fault(
        "LL4.2",
        "who can't follow suit must trump",
        _STATE,
        "self.legal = hand.strip(self.not_led) or hand",
        "self.legal = hand.strip(self.not_led) or hand.strip(NOT_SUIT[self.trump]) or hand",
    ),
    Fault(
        "LL4.3",
        "the led suit beats trump",
        _TABLES,
        "classes = {led: 1, trump: 2}",
        "classes = {trump: 1, led: 2}",
    ),
    Fault(
        "LL4.3",
        "a low trump doesn't beat a high card of the led suit",
        _TABLES,
        "* 16 + card % 13",
        "* 8 + card % 13",
    ),
    Fault(
        "LL4.3",
        "spades are no trump",
        _TABLES,
        "for trump in (*SUITS, -1)",
        "for trump in (*SUITS[:3], -1, -1)",
    ),
    Fault(
        "LL4.4",
        "a trick is counted for the seat that led it",
        _STATE,
        "self.tricks_won[winner] += 1",
        "self.tricks_won[leader] += 1",
    ),
    Fault(
        "LL4.5",
        "with `per_card` as many are drawn as there are players, those out included",
        _STATE,
        "last = min(top + self.alive.bit_count(), DECK_SIZE)",
        "last = min(top + len(self.hands), DECK_SIZE)",
    ),
    Fault(
        "LL4.5",
        "the last card of the stock is never drawn",
        _STATE,
        "        if top < DECK_SIZE:\n",
        "        if top < DECK_SIZE - 1:\n",
    ),
    Fault(
        "LL4.5",
        "with `per_card` one event tells of all the cards drawn",
        _STATE,
        "self.fresh += [DRAW_EVENT[winner]] * len(drawn)",
        "self.fresh.append(DRAW_EVENT[winner])",
    ),
    Fault(
        "LL4.6",
        "the lead of a winner without cards passes counter-clockwise",
        _STATE,
        "winner = self.after[winner]  # LL4.6",
        "winner = CLOCKWISE[winner][self.alive][-1]",
    ),
    # Going out
    Fault(
        "LL5.1",
        "with an empty stock too nobody goes out before the trick is over",
        _STATE,
        "            if self.top == DECK_SIZE and self._go_out(1 << seat):\n                return\n",
        "",
    ),
    Fault(
        "LL5.2",
        "a last card that takes the trick doesn't keep its player in",
        _STATE,
        "emptied = self.emptied & ~(1 << winner)",
        "emptied = self.emptied",
    ),
    Fault(
        "LL5.2",
        "the trick that draws the last card counts as one with an empty stock",
        _STATE,
        "if emptied and self._go_out(emptied):",
        "if emptied and self.top < DECK_SIZE and self._go_out(emptied):",
    ),
    Fault(
        "LL5.3",
        "who went out is asked for a card again",
        _STATE,
        "            self.after = AFTER[len(hands)][self.alive]\n",
        "",
    ),
    Fault(
        "LL5.4",
        "the trick in which the hand ends counts for whose card is best so far",
        _STATE,
        "        self.finish_hand(alive.bit_length() - 1)\n",
        "        self.tricks_won[self.taker] += self.top == DECK_SIZE\n"
        "        self.finish_hand(alive.bit_length() - 1)\n",
    ),
    # Places, match and chips
    Fault(
        "LL6.1",
        "who is out first takes the second place",
        _SCORING,
        "zip(reversed(out), reversed(out_at), strict=True)",
        "zip(out, out_at, strict=True)",
    ),
    Fault(
        "LL6.2",
        "seats that go out at one moment share no place",
        _STATE,
        "self.out_at += ONE[len(self.out)] * len(seats)",
        "self.out_at += bytes(range(len(self.out), len(self.out) + len(seats)))",
    ),
    Fault(
        "LL6.2",
        "the place after a shared one isn't skipped",
        _SCORING,
        "            place = outlasted\n",
        "            place += 1\n",
    ),
    Fault(
        "LL6.2",
        "seats that go out in one trick are told by number, not in the order of play",
        _STATE,
        "seats = CLOCKWISE[self.leader][gone]",
        "seats = CLOCKWISE[0][gone]",
    ),
    Fault(
        "LL7.1",
        "a match takes one win too many",
        _STATE,
        "if self.hands_won[winner] < options.first_to:",
        "if self.hands_won[winner] <= options.first_to:",
    ),
    Fault(
        "LL7.1",
        "a hand is scored again each time somebody looks",
        _SCORING,
        "    state.unscored = NOBODY\n",
        "",
    ),
    Fault(
        "LL7.2",
        "among equals the greater sum of places is better",
        _STATE,
        "keys = [(-won, places) for",
        "keys = [(-won, -places) for",
    ),
    Fault(
        "LL7.2",
        "the places of the match are those of the last hand",
        _STATE,
        "Outcome(Ending.WON, places_by(keys), self.chips)",
        "Outcome(Ending.WON, self.finished[-1].places, self.chips)",
    ),
    Fault(
        "LL7.3",
        "`per_opponent` pays by the trick",
        _SCORING,
        'if options.chips == "per_trick"',
        'if options.chips != "ante"',
    ),
    Fault(
        "LL7.3",
        "the dealer gets the chips",
        _SCORING,
        "chips = _chips(state.options, winner, state.tricks_won[winner])",
        "chips = _chips(state.options, state.dealer, state.tricks_won[winner])",
    ),
    Fault(
        "LL7.4",
        "chips decide among equals in hands won",
        _STATE,
        "zip(self.hands_won, self.place_sums, strict=True)",
        "zip(self.hands_won, map(int.__neg__, self.chips), strict=True)",
    ),
    Fault(
        "options",
        "two can play every preset",
        _OPTIONS,
        "if self.players == 2 and self.preset != _TWO_PLAYERS:",
        "if self.players < 2 and self.preset != _TWO_PLAYERS:",
        _SAME_OPTIONS,
    ),
    # What a seat may see
    Fault(
        "view",
        "a known card is still known in the hand after it was played",
        _VIEW,
        "if holder >= 0 and shown in hands[holder] else",
        "if holder >= 0 else",
    ),
    Fault(
        "view",
        "who draws the card turned up is not noted",
        _RECORD,
        "                state.shown_seat = drawer\n",
        "",
    ),
    Fault(
        "view",
        "the draw of the card turned up is hidden from the others",
        _RECORD,
        "            if card == state.shown:  # LL3.4\n",
        "            if card == state.shown and not state.secrets:\n",
    ),
    Fault(
        "view",
        "a seat sees what the seats before it draw",
        _VIEW,
        "if drawer == seat:",
        "if drawer <= seat:",
    ),
    Fault(
        "view",
        "everybody sees what the seat to move may play",
        _VIEW,
        'state.legal if seat == state.current_player else b"",',
        "state.legal,",
    ),
    Fault(
        "view",
        "the own draw is hidden if it is the first event that is asked for",
        _VIEW,
        "if at < start:",
        "if at <= start + 2:",
    ),
    Fault(
        "view",
        "the trick on the table lacks its first card",
        _VIEW,
        "            cards += 1\n    return cards",
        "            cards += 1\n    return max(cards - 1, 0)",
    ),
    Fault(
        "log",
        "the whole log hides the last draw",
        _RECORD,
        "for at, _, card in state.secrets:",
        "for at, _, card in state.secrets[:-1]:",
    ),
    Fault(
        "log",
        "the deck of the record is the one with the card turned up at its end",
        _RECORD,
        "for card in state.dealt]",
        "for card in state.deck]",
    ),
    # Copies, playouts, samples
    Fault(
        "clone",
        "a copy shares the hands",
        _CLONE,
        "copy.hands = state.hands.copy()",
        "copy.hands = state.hands",
    ),
    Fault(
        "clone",
        "a copy shares the count of tricks",
        _CLONE,
        "copy.tricks_won = state.tricks_won.copy()",
        "copy.tricks_won = state.tricks_won",
    ),
    Fault(
        "clone",
        "a copy shares the events that nobody has read",
        _CLONE,
        "copy.fresh = state.fresh.copy()",
        "copy.fresh = state.fresh",
    ),
    Fault(
        "LL3.6",
        "a playout never names spades",
        _PLAYOUT,
        "    if state.legal[0] == NAME_TRUMP:\n        trump = floor(random() * len(SUITS))\n",
        "    if state.legal[0] == NAME_TRUMP:\n        trump = floor(random() * 3)\n",
        _FROM_NAMING,
    ),
    Fault(
        "LL4.3",
        "in a playout the last of the cards that beat the first takes the trick",
        _PLAYOUT,
        "            if value > best:\n                best = value\n",
        "            if value > best:\n",
        _SAME_RULES,
    ),
    Fault(
        "LL4.5",
        "a playout draws for those who are out, too, with `per_card`",
        _PLAYOUT,
        "last = min(top + alive.bit_count(), DECK_SIZE)",
        "last = min(top + len(hands), DECK_SIZE)",
        _SAME_RULES,
    ),
    Fault(
        "LL4.6",
        "in a playout the lead of a winner without cards goes to the leader's left",
        _PLAYOUT,
        "                seat = after[seat]\n        leader = seat\n",
        "                seat = after[leader]\n        leader = seat\n",
        _SAME_RULES,
    ),
    Fault(
        "LL5.1",
        "in a playout a last card played in mid-trick doesn't count in the trick",
        _PLAYOUT,
        "                if not alive & (alive - 1):\n                    break\n        seat = after[seat]\n",
        "                if not alive & (alive - 1):\n                    break\n"
        "                taker = leader if taker == seat else taker\n        seat = after[seat]\n",
        _SAME_RULES,
    ),
    Fault(
        "LL6.2",
        "in a playout seats that go out at one moment share no place",
        _PLAYOUT,
        "out_at += ONE[len(out)] * gone.bit_count()",
        "out_at += bytes(range(len(out), len(out) + gone.bit_count()))",
        _SAME_RULES,
    ),
    Fault(
        "playout",
        "a playout never plays the highest card",
        _PLAYOUT,
        "move = legal[floor(random() * count)] if count > 1 else legal[0]",
        "move = legal[floor(random() * (count - 1))] if count > 1 else legal[0]",
        _SAME_RULES,
    ),
    Fault(
        "playout",
        "a playout leaves its events in the log",
        _STATE,
        "        self.log, self.fresh = log, fresh\n",
        "",
        _NO_LOG,
    ),
    Fault(
        "sample",
        "a sample forgets who has shown a lack of a suit",
        _INFERENCE,
        "steps[seat].append(Step(_VOID, led))",
        "pass",
        _SAMPLE_FITS,
    ),
    Fault(
        "sample",
        "a sample puts the card turned up on top of the stock",
        _SAMPLE,
        "stock = shuffled[first:] + view.stock_bottom",
        "stock = view.stock_bottom + shuffled[first:]",
        _SAMPLE_FITS,
    ),
    Fault(
        "sample",
        "a sample lets the seats in a trick play again",
        _SAMPLE,
        "state.current_player = state.after[view.trick_seats[-1]]",
        "state.current_player = state.after[view.leader]",
        _NO_LEAK,
    ),
]
