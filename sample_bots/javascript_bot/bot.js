// Plays Linger Longer by counting the cards that were played, and Color Elevator in small steps.
//
// A card is a number: 13 * suit + rank, suits clubs, diamonds, hearts, spades, ranks from two (0) to ace (12).
"use strict";

const { play } = require("./arena");

const ACE = 12;
const DECK = Array.from({ length: 52 }, (_, card) => card);
const suitOf = (card) => Math.floor(card / 13);
const rankOf = (card) => card % 13;
const isBlack = (card) => suitOf(card) === 0 || suitOf(card) === 3;

/** Returns the card to play, or 52 + suit to name the trump suit. */
function lingerLonger(view) {
  const hand = [...view.hand];
  if (view.legal[0] >= 52) return 52 + suitOf(best(hand, (card) => ofSuit(hand, suitOf(card)).length));

  const trump = view.trump_plus_one - 1; // -1: none, or not named yet
  const strength = (card) => rankOf(card) + (suitOf(card) === trump ? 13 : 0);
  const winners = [...view.legal].filter((card) => takes(card, [...view.trick], trump));
  if (winners.length === 0) return best(view.legal, (card) => -strength(card));

  // What was shown in this hand is out of play; the rest is in hands and in the stock.
  const unseen = DECK.filter((card) => !view.played.includes(card) && !hand.includes(card));
  const higher = (card) => ofSuit(unseen, suitOf(card)).filter((other) => other > card).length;
  const cost = (card) => 52 * (suitOf(card) === trump) + higher(card) + rankOf(card) / 13; // trumps are dear
  const behind = [...view.hand_counts].filter((count, seat) => count > 0 && !view.trick_seats.includes(seat));
  if (behind.length === 1) return best(winners, (card) => -strength(card)); // nobody plays after us
  return best(winners, (card) => -cost(card));
}

/** Tells whether a card takes a trick from the cards that were played to it. */
function takes(card, trick, trump) {
  return trick.every((other) => {
    if (suitOf(card) === suitOf(other)) return card > other;
    return suitOf(card) === trump || (suitOf(other) !== trump && suitOf(other) !== suitOf(trick[0]));
  });
}

/** Returns 2 * card + pile. */
function colorElevator(view) {
  return best(view.legal, (code) => -step(code >> 1, view.tops[code & 1]));
}

/** Returns how far the lift travels: short ways let it stop at many floors; an ace is kept for bad times. */
function step(card, top) {
  if (rankOf(card) === ACE) return ACE + 1;
  // From an ace it starts anew: a black card goes up from the bottom, a red one down from the top.
  if (rankOf(top) === ACE) return isBlack(card) ? rankOf(card) : ACE - 1 - rankOf(card);
  return Math.abs(rankOf(card) - rankOf(top));
}

/** Returns the first of the items for which the value is greatest. */
function best(items, value) {
  return [...items].reduce((found, item) => (value(item) > value(found) ? item : found));
}

function ofSuit(cards, suit) {
  return cards.filter((card) => suitOf(card) === suit);
}

if (require.main === module) play("javascript_bot", { linger_longer: lingerLonger, color_elevator: colorElevator });

module.exports = { lingerLonger, colorElevator };
