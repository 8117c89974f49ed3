// The stream between a bot and the arena, as docs/protocol.md has it: hello, then batches of turns,
// each answered by one message with a choice for every turn.
"use strict";

const path = require("node:path");
const { grpc, loadSync } = require("./grpc.js");

const PROTOS = path.join(__dirname, "protos");
const MOVES = { linger_longer: lingerLongerMove, color_elevator: colorElevatorMove };

/**
 * Plays until the arena ends the stream.
 *
 * `strategies` has a function for each game that the bot plays, under the game's name. It is called
 * with what the seat sees (a LingerLongerView or ColorElevatorView, fields as in protos/) and with the
 * match, and returns one of the codes in `view.legal`. The match is one object for as long as it lasts:
 *
 *   match.start   its MatchStart: game options, seat, names, time, seed; `resumed` and `events`
 *   match.turn    the Turn that is asked: limit_us, faults, and `events` since the last one
 *   match.memory  an object for what the bot wants to remember of this match, empty at first
 *   match.note    set it to text, and it is kept with this move for you: at most 1 KiB
 */
function play(name, strategies) {
  if (!process.env.ARENA_ADDRESS) {
    console.error("ARENA_ADDRESS is not set: a bot is started by the arena; try `arena bot check .`");
    process.exit(2);
  }
  const definition = loadSync("arena/protocol/v1/bot.proto", {
    includeDirs: [PROTOS],
    keepCase: true, // fields are called as in the .proto files
    longs: String, // 64 bits are more than a number holds; ids are only repeated
    defaults: true, // what is not sent is 0, "" or empty
    oneofs: true, // turn.view and start.options name the field that is set
  });
  const { BotGateway } = grpc.loadPackageDefinition(definition).arena.protocol.v1;
  const client = new BotGateway(process.env.ARENA_ADDRESS, grpc.credentials.createInsecure());
  const stream = client.Play();
  const matches = new Map(); // many at a time; the arena tells them apart by number

  stream.on("data", (message) => {
    for (const start of message.starts) matches.set(start.match, { start, memory: {} });
    const choices = message.turns.map((turn) => answer(turn, matches.get(turn.match), strategies));
    if (choices.length > 0) stream.write({ choices });
    for (const end of message.ends) matches.delete(end.match);
  });
  stream.on("error", (error) => {
    console.error(`the arena has ended the stream: ${error.message}`);
    process.exitCode = 1;
  });
  stream.on("status", () => client.close()); // the end: nothing keeps the process any longer

  stream.write({
    hello: {
      token: process.env.ARENA_TOKEN,
      protocol_version: 1,
      name,
      language: "JavaScript",
      games: Object.keys(strategies),
    },
  });
}

/** Asks the strategy of a turn's game, and returns its choice as a message. */
function answer(turn, match, strategies) {
  const game = turn.view;
  match.turn = turn;
  match.note = "";
  const code = strategies[game](turn[game], match);
  if (!turn[game].legal.includes(code)) {
    throw new RangeError(`${game}: ${code} is none of the legal moves ${[...turn[game].legal].join(", ")}`);
  }
  return { turn_id: turn.turn_id, note: match.note, [game]: MOVES[game](code) };
}

function lingerLongerMove(code) {
  return code < 52 ? { card: code } : { trump: code - 52 };
}

function colorElevatorMove(code) {
  return { card: code >> 1, pile: code & 1 };
}

module.exports = { play };
