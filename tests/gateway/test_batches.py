"""How questions become batches and answers find their way back."""
# ruff: noqa: ARG002 - askers serve an interface

import asyncio
from pathlib import Path

from arena.match.player import MatchEnd
from arena.tournament.ports import Spent
from arena.tournament.setup import Timing
from tests.gateway.raw_bot import choice, greeted


async def test_a_question_reaches_the_bot_with_its_match_and_the_answer_comes_back(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        message = await scene.bot.hear()

        await scene.bot.say(choices=(choice(message.turns[0], note="sure"),))
        await asker.told.wait()

        assert [start.match for start in message.starts] == [message.turns[0].match]
        assert asker.moves == [message.turns[0].linger_longer.legal[0]]
        assert asker.notes == ["sure"]


async def test_questions_that_come_up_together_go_into_one_batch(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        askers = [scene.table.ask() for _ in range(5)]

        turns = await scene.bot.turns()
        await scene.bot.say(choices=tuple(choice(turn) for turn in turns))
        await askers[-1].told.wait()

        assert len(turns) == 5
        assert all(len(asker.moves) == 1 for asker in askers)
        assert scene.link.batches == 1


async def test_what_comes_up_while_a_batch_is_out_waits_for_all_its_answers(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        scene.table.ask()
        scene.table.ask()
        first = await scene.bot.turns()
        late = [scene.table.ask(), scene.table.ask()]

        await scene.bot.say(choices=(choice(first[0]),))
        await scene.bot.say(choices=(choice(first[1]),))
        second = await scene.bot.turns()
        await scene.bot.say(choices=tuple(choice(turn) for turn in second))
        await late[1].told.wait()

        assert len(second) == 2
        assert scene.link.batches == 2


async def test_batches_double_from_8_turns_to_256_at_most(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        askers = [scene.table.ask() for _ in range(800)]
        sizes = []

        while sum(sizes) < 800:
            turns = await scene.bot.turns()
            sizes.append(len(turns))
            await scene.bot.say(choices=tuple(choice(turn) for turn in turns))
        await askers[-1].told.wait()

        assert sizes == [8, 16, 32, 64, 128, 256, 256, 40]


async def test_in_strict_timing_a_batch_holds_one_turn(tmp_path: Path) -> None:
    async with greeted(tmp_path, timing=Timing.STRICT) as scene:
        askers = [scene.table.ask() for _ in range(2)]

        for asker in askers:
            turns = await scene.bot.turns()
            await scene.bot.say(choices=tuple(choice(turn) for turn in turns))
            await asker.told.wait()
            assert len(turns) == 1


async def test_answers_may_come_in_any_order_and_each_finds_its_question(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        askers = [scene.table.ask() for _ in range(3)]
        turns = await scene.bot.turns()

        await scene.bot.say(choices=tuple(choice(turn) for turn in reversed(turns)))
        await askers[0].told.wait()

        assert [asker.moves for asker in askers] == [[turn.linger_longer.legal[0]] for turn in turns]


async def test_the_next_question_may_be_asked_from_within_an_answer(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        number, question, _ = scene.table.begin()

        class AsksOn:
            answers = 0
            done = asyncio.Event()

            def answered(self, move: int, spent: Spent, note: str) -> None:
                self.answers += 1
                if self.answers < 3:
                    scene.link.ask(number, question, self)
                else:
                    self.done.set()

            def refused(self, *_: object) -> None:
                raise AssertionError

            def noted(self, *_: object) -> None:
                raise AssertionError

        asker = AsksOn()
        scene.link.ask(number, question, asker)
        for _ in range(3):
            await scene.bot.say(choices=tuple(choice(turn) for turn in await scene.bot.turns()))
        await asker.done.wait()

        assert scene.link.batches == 3


async def test_the_end_of_a_match_is_told_at_once_when_nothing_is_out(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()
        await scene.bot.say(choices=(choice(turn),))
        await asker.told.wait()

        scene.link.finish(turn.match, MatchEnd((1, 2, 3), (0, 0, 0), b""))
        message = await scene.bot.hear()

        assert [end.match for end in message.ends] == [turn.match]
        assert bytes(message.ends[0].places) == bytes([1, 2, 3])


async def test_an_instance_without_an_open_match_is_frozen_and_thawed_for_the_next(tmp_path: Path) -> None:
    async with greeted(tmp_path) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()
        await scene.bot.say(choices=(choice(turn),))
        await asker.told.wait()
        was_frozen_between = scene.process.is_frozen

        scene.link.finish(turn.match, MatchEnd((1, 2, 3), (0, 0, 0), b""))
        await scene.bot.hear()
        while not scene.process.is_frozen:
            await asyncio.sleep(0.001)
        scene.table.ask()
        await scene.bot.turns()

        assert not was_frozen_between
        assert not scene.process.is_frozen


async def test_in_strict_timing_an_instance_is_frozen_whenever_it_has_no_question(tmp_path: Path) -> None:
    async with greeted(tmp_path, timing=Timing.STRICT) as scene:
        asker = scene.table.ask()
        (turn,) = await scene.bot.turns()
        was_frozen = scene.process.is_frozen

        await scene.bot.say(choices=(choice(turn),))
        await asker.told.wait()
        while not scene.process.is_frozen:
            await asyncio.sleep(0.001)

        assert not was_frozen


async def test_closing_ends_the_stream_in_order_stops_the_process_and_removes_the_socket(
    tmp_path: Path,
) -> None:
    async with greeted(tmp_path) as scene:
        scene.process.printed = "x"
        closing = asyncio.create_task(scene.link.close())
        code, _ = await scene.bot.status()
        await closing

        assert code.name == "OK"
        assert scene.process.is_stopped
        assert list(tmp_path.iterdir()) == []
        assert scene.owner.incidents == []
