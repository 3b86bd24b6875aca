"""Friends who play by letter, at random and by the rules; and letters as forgers make them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rallyman_tutor.core.game import AnyMove
from rallyman_tutor.core.replay import pack, unpack
from rallyman_tutor.games import SHELF
from rallyman_tutor.rally import letters, plan, seals
from rallyman_tutor.rally.letters import NOBODY, PASSED_ON, Letter, LetterGame
from rallyman_tutor.rally.rally import bot_decision
from rallyman_tutor.rally.setup import Entry, RallySetup

SHORT = {"classic": ("s2 R3 s1",), "dirt": ("202a< 210b:L2 203a<",)}
NAMES = ("Ana", "Ben", "Cleo", "Çelik")


def key_of(seat: int) -> str:
    return f"secret-of-driver-{seat}"


def begun(key: str, persons: int, bots: int = 0, starter: int = 0, stages: tuple[str, ...] = ()) -> LetterGame:
    """A game by letter before its first letter."""
    levels = [""] * persons + ["careful"] * bots
    entries = tuple(Entry(name, level) for name, level in zip(NAMES, levels, strict=False))
    return letters.begin(SHELF[key], RallySetup(entries, stages or SHORT[key]), "g4m3", starter)


def written(game: LetterGame, rng: random.Random) -> LetterGame:
    """The game after whoever has to write has opened their letter and answered it."""
    word = game.next_word(key_of(game.writer))
    return letters.answered(game, word, said(letters.opened(game, word), rng))


def said(game: LetterGame, rng: random.Random) -> Letter:
    """Something that whoever writes may say: moves as a careful driver makes them, and dice behind the first one."""
    if game.may_only_pass:
        return PASSED_ON
    rally, deeds = game.rally, list[str]()
    while not rally.is_over and rally.game.turn(rally.state) == game.writer:
        events = [event for past in rally.replay.past for event in past.events]
        move = bot_decision(rally.replay, events, "careful", str(rng.random())).move
        if plan.needs_luck(rally.replay, move):
            laid = plan.planned(rally.replay, move, _draft(game, move, rally.state, rng))
            return Letter(tuple(deeds), laid._replace(until=rng.randrange(4)))
        deeds.append(rally.game.write_move(move))
        rally = replace(rally, replay=rally.replay.play(move, plan.NoLuck()))
    return Letter(tuple(deeds))


def _draft(game: LetterGame, move: AnyMove, state: Any, rng: random.Random) -> tuple[AnyMove, ...]:
    draft = (move,) if game.game.form(move).kind == "die" else ()
    for _ in range(rng.randrange(5) if draft else 0):
        onward = [one.move for one in game.game.placements(state, draft) if not one.refused]
        if not onward:
            break
        draft = (*draft, rng.choice(onward))
    return draft


def played(game: LetterGame, seed: object, most: int = 1000) -> list[LetterGame]:
    """The game after each letter, until it is over or there are so many."""
    rng, found = random.Random(str(seed)), list[LetterGame]()
    while game.writer != NOBODY and len(found) < most:
        game = written(game, rng)
        found.append(game)
    return found


# -- Forgers ----------------------------------------------------------------------------------------------------------


def _other(text: str, rng: random.Random) -> str:
    """A text with one letter of it changed."""
    at = rng.randrange(len(text))
    letter = rng.choice([one for one in "Aa0_Zz9-" if one != text[at]])
    return text[:at] + letter + text[at + 1 :]


def cut(code: str, rng: random.Random) -> str:
    return code[: rng.randrange(len(code))]


def changed(code: str, rng: random.Random) -> str:
    return _other(code, rng)


def another_word(code: str, rng: random.Random) -> str:
    """A word that was never sealed takes the place of the one told last."""
    data: Any = unpack(code)
    at = rng.choice([number for number, word in enumerate(data["words"]) if word])
    data["words"][at] = seals.written(seals.hashed(str(rng.random())))
    return pack(data)


def another_seal(code: str, rng: random.Random) -> str:
    """A seal that was never given takes the place of one."""
    data: Any = unpack(code)
    at = rng.choice([number for number, word in enumerate(data["seals"]) if word])
    data["seals"][at] = seals.written(seals.hashed(str(rng.random())))
    return pack(data)


def without_a_letter(code: str, rng: random.Random) -> str:
    """One of the letters on the way has never been written."""
    data: Any = unpack(code)
    del data["sent"][rng.randrange(len(data["sent"]))]
    return pack(data)


def one_twice(code: str, rng: random.Random) -> str:
    """One of the letters is told twice."""
    data: Any = unpack(code)
    at = rng.randrange(len(data["sent"]))
    data["sent"].insert(at, data["sent"][at])
    return pack(data)


def two_swapped(code: str, rng: random.Random) -> str:
    """Two letters that say different things change places."""
    data: Any = unpack(code)
    pairs = [
        (one, two) for one in range(len(data["sent"])) for two in range(one) if data["sent"][one] != data["sent"][two]
    ]
    one, two = rng.choice(pairs)
    data["sent"][one], data["sent"][two] = data["sent"][two], data["sent"][one]
    return pack(data)


def another_version(code: str, rng: random.Random) -> str:
    data: Any = unpack(code)
    data[rng.choice(("letter", "rules", "values"))] = "0"
    return pack(data)


def nonsense(code: str, rng: random.Random) -> str:
    """One part of it is of another kind."""
    data: Any = unpack(code)
    where = rng.choice(("start", "levels", "starter", "seals", "words", "sent", "id"))
    data[where] = rng.choice((None, 7, [], {}, "x|y|z|0", [None], ["a|b|1"], {"drivers": ["Ana"]}, [["Ana"]]))
    return pack(data)


FORGED: tuple[Callable[[str, random.Random], str], ...] = (
    cut, changed, another_word, another_seal, without_a_letter, one_twice, two_swapped, another_version, nonsense,
)  # fmt: skip
