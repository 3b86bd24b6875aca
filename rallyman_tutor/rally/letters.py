"""A game by letter: friends send one another a line of text, and no server keeps anything.

    game = begin(GAMES["classic"], setup, "k3x9")     nobody has written yet
    game = opened(game, word)                          whoever has to write opens their word: the dice fall
    game = answered(game, word, Letter(deeds, plan))   their letter, checked move by move
    read(write(game))                                  the same game, out of one line of text

A driver lays down what they do, and does not know the dice: these follow from that very letter and from the next
word of another player, who fixed it long before (`seals.py`). They fall when that player opens the letter. A letter
holds the whole game, so that a browser that has never seen it can check it from the first move on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import BadSave, pack, unpack
from rallyman_tutor.core.replay import begin as begin_game
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.rally import plan as plans
from rallyman_tutor.rally import seals
from rallyman_tutor.rally.plan import Plan
from rallyman_tutor.rally.rally import Rally, driven
from rallyman_tutor.rally.setup import CAREFUL, PERSON, RallySetup, spec_of

T = TypeVar("T")
FORMAT = 1
NOBODY = -1
MOST_LETTERS = 3000
MOST_DEEDS = 20
LONGEST_START = 20_000
LEVELS = (PERSON, CAREFUL)
"""Of drivers by letter. Bots of other levels decide otherwise where a stage is solved, and each browser has to come to
the same moves."""
LONGEST = 200_000
"""Letters of a text that is looked at."""
CODE = re.compile(r"eN[A-Za-z0-9_-]{30,}")


class Letter(NamedTuple):
    """A letter without its word: moves that need no dice, and a plan whose dice the next player throws."""

    deeds: tuple[str, ...] = ()
    plan: Plan | None = None

    def __str__(self) -> str:
        if self.plan is None:
            return ";".join(self.deeds)
        return "|".join((";".join(self.deeds), ";".join(self.plan.moves), str(self.plan.until)))


PASSED_ON = Letter()
"""A letter that only opens a word."""


class Sent(NamedTuple):
    """A letter that was written: by which seat, what it says, its mark, and how many moves were played by then."""

    writer: int
    letter: Letter
    mark: bytes  # the hash of it and of all letters before it
    moves: int


@dataclass(frozen=True, slots=True)
class LetterGame:
    """A game by letter after its last letter."""

    id: str
    rally: Rally
    sent: tuple[Sent, ...]
    words: tuple[bytes, ...]  # of each seat, the word told last; b"" before its first letter
    counts: tuple[int, ...]  # of each seat, how many letters it wrote
    writer: int  # the seat that has to write now; NOBODY behind the last letter
    plan: Plan | None = None  # whose dice have not fallen

    @property
    def game(self) -> AnyGame:
        return self.rally.game

    @property
    def drivers(self) -> list[str]:
        return self.game.result(self.rally.state)["drivers"]

    @property
    def persons(self) -> list[int]:
        """The seats of those who write letters."""
        return [seat for seat, level in enumerate(self.rally.levels) if level == PERSON]

    @property
    def waits_for_dice(self) -> bool:
        """Whether something is to happen before a person decides."""
        return self.plan is not None or not (self.rally.is_over or self.rally.waits_for_person)

    @property
    def mark(self) -> bytes:
        """The hash of all letters so far."""
        return self.sent[-1].mark if self.sent else _start_mark(self)

    @property
    def may_only_pass(self) -> bool:
        """Whether whoever writes now has nothing to decide, or nobody who could throw their dice."""
        rally = self.rally
        is_in_turn = not rally.is_over and not self.waits_for_dice and self.game.turn(rally.state) == self.writer
        return not is_in_turn or not self._others_sealed(self.writer)

    def seal(self, seat: int) -> bytes:
        """The seal of a seat that has written."""
        return seals.seal_of(self.words[seat], self.counts[seat] - 1)

    def is_key_of(self, seat: int, key: str) -> bool:
        """Whether this is the key of whoever has this seat; of a seat that has not written, any key can be."""
        if not self.counts[seat]:
            return True
        return seals.word_of(key, self.id, seat, 0) == self.seal(seat)

    def next_word(self, key: str) -> bytes:
        """The word by which whoever has to write opens this letter."""
        return seals.word_of(key, self.id, self.writer, self.counts[self.writer])

    def _others_sealed(self, seat: int) -> list[int]:
        """Those who have written and are not this one, in the order of the table, from this one on."""
        return [other for other in self._after(seat) if self.counts[other]]

    def _after(self, seat: int) -> list[int]:
        persons = self.persons
        at = persons.index(seat)
        return [*persons[at + 1 :], *persons[:at]]


def can_be_played(game: AnyGame) -> bool:
    """Whether a game can be played by letter: hands of cards would have to be seen by whoever checks them."""
    return not game.has_hidden_hands


def is_id(text: str) -> bool:
    """Whether a game by letter can be called so."""
    return re.fullmatch(r"[A-Za-z0-9_-]{4,24}", text) is not None


def begin(game: AnyGame, setup: RallySetup, id_: str, starter: int = 0) -> LetterGame:
    """A game before its first letter, which the starter writes."""
    return _begun(game, spec_of(game, setup), tuple(entry.level for entry in setup.entries), id_, starter)


def _begun(game: AnyGame, spec: Mapping[str, object], levels: tuple[str, ...], id_: str, starter: int) -> LetterGame:
    if not can_be_played(game):
        raise Refused("letter-hands", {"game": game.name})
    rally = Rally(begin_game(game, spec), levels, "")
    persons = [seat for seat, level in enumerate(levels) if level == PERSON]
    if not set(levels) <= set(LEVELS):
        raise Refused("not-offered", {"found": next(level for level in levels if level not in LEVELS)})
    if len(levels) != len(game.result(rally.state)["drivers"]) or len(persons) < 2 or starter not in persons:
        raise Refused("letter-alone")
    seats = len(levels)
    return LetterGame(id_, rally, (), (b"",) * seats, (0,) * seats, starter)


def opened(game: LetterGame, word: bytes) -> LetterGame:
    """The game when whoever has to write has told their word, and the dice have fallen by it. A first letter opens
    nothing: it tells the seal."""
    if not game.counts[game.writer] or not game.waits_for_dice:
        return game
    rally = replace(game.rally, seed=seals.written(seals.hashed(game.mark.hex() + word.hex())))
    if game.plan is not None:
        rally = plans.carried_out(rally, game.plan)
    return replace(game, rally=driven(rally), plan=None)


def answered(game: LetterGame, word: bytes, letter: Letter) -> LetterGame:
    """The game after one more letter; a word that was not sealed, or a move that is not allowed, is refused."""
    writer = game.writer
    if writer == NOBODY:
        raise Refused("letter-says")
    if not word or (game.counts[writer] and seals.seal_of(word, 1) != game.words[writer]):
        raise Refused("letter-seal", {"name": game.drivers[writer]})
    game = opened(game, word)
    if game.may_only_pass is not (letter == PASSED_ON):
        raise Refused("letter-says")
    rally = _done(game.rally, letter.deeds, writer)
    if letter.plan is not None:
        if rally.is_over or game.game.turn(rally.state) != writer:
            raise Refused("letter-says")
        plans.check(rally.replay, letter.plan)
    mark = seals.hashed(f"{game.mark.hex()} {word.hex()} {letter}")
    game = replace(
        game,
        rally=rally,
        sent=(*game.sent, Sent(writer, letter, mark, len(rally.replay.past))),
        words=_with(game.words, writer, word),
        counts=_with(game.counts, writer, game.counts[writer] + 1),
        plan=letter.plan,
    )
    return replace(game, writer=_next_writer(game, writer))


def _done(rally: Rally, deeds: tuple[str, ...], writer: int) -> Rally:
    """The rally after the moves without dice of whoever writes."""
    if len(deeds) > MOST_DEEDS:
        raise Refused("letter-says")
    for text in deeds:
        if rally.is_over or rally.game.turn(rally.state) != writer:
            raise Refused("letter-says")
        move = plans.read_move(rally.replay, text)
        try:
            rally = replace(rally, replay=rally.replay.play(move, plans.NoLuck()))
        except plans.NeedsLuck:
            raise Refused("letter-says") from None
    return rally


def _next_writer(game: LetterGame, writer: int) -> int:
    """Who writes next: whoever throws the dice that are waited for, or else whoever is in turn."""
    if game.rally.is_over and game.plan is None:
        return NOBODY
    if game.waits_for_dice:
        return next(iter([*game._others_sealed(writer), *game._after(writer)]))
    turn = game.game.turn(game.rally.state)
    if turn != writer:
        return turn
    unsealed = [seat for seat in game._after(writer) if not game.counts[seat]]
    if len(unsealed) < len(game._after(writer)):
        raise Refused("letter-says")
    return unsealed[0]


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _start_mark(game: LetterGame) -> bytes:
    return seals.hashed(json.dumps(_head(game), sort_keys=True))


# -- As one line of text ----------------------------------------------------------------------------------------------


def _head(game: LetterGame) -> Plain:
    return {
        "letter": FORMAT,
        "game": game.game.key,
        "rules": game.game.version,
        "values": game.game.values,
        "id": game.id,
        "start": dict(game.rally.replay.spec),
        "levels": list(game.rally.levels),
        "starter": game.sent[0].writer if game.sent else game.writer,
    }


def write(game: LetterGame) -> str:
    """The newest letter, with the whole game in it, as one word to send."""
    return pack({
        **_head(game),
        "seals": [seals.written(game.seal(seat)) if game.counts[seat] else "" for seat in range(len(game.words))],
        "words": [seals.written(word) for word in game.words],
        "sent": [str(sent.letter) for sent in game.sent],
    })  # fmt: skip


def _data_in(text: str) -> Plain:
    """The data of a letter, alone or in a link or a message; lines that a chat has broken are put together again."""
    text = text[:LONGEST]
    found = [max(CODE.findall(one), key=len, default="") for one in (text, re.sub(r"\s", "", text))]
    if not any(found):
        raise Refused("not-a-letter")
    for code in found:
        with suppress(BadSave):
            data = unpack(code)
            if not isinstance(data, dict) or "letter" not in data:
                raise Refused("not-a-letter")
            return data
    raise Refused("letter-cut")


def is_there(text: str) -> bool:
    """Whether a text has something in it that looks like a letter."""
    return CODE.search(text[:LONGEST]) is not None


def read(games: Mapping[str, AnyGame], text: str) -> LetterGame:
    """The game of a letter, every letter of it checked from the first one on."""
    data = _data_in(text)
    game = games.get(str(data.get("game")))
    if (
        data["letter"] != FORMAT
        or game is None
        or data.get("rules") != game.version
        or data.get("values") != game.values
    ):
        raise Refused("letter-version")
    return _played(_start(game, data), data)


def _start(game: AnyGame, data: Plain) -> LetterGame:
    spec, levels, id_, starter = (data.get(name) for name in ("start", "levels", "id", "starter"))
    if (
        not isinstance(spec, dict) or len(str(spec)) > LONGEST_START or not isinstance(levels, list)
        or not all(isinstance(level, str) for level in levels) or not isinstance(id_, str)
        or not is_id(id_) or type(starter) is not int
    ):  # fmt: skip
        raise Refused("letter-cut")
    try:
        return _begun(game, spec, tuple(levels), id_, starter)
    except (Refused, Illegal) as error:
        raise Refused("letter-cut") from error


def _played(game: LetterGame, data: Plain) -> LetterGame:
    """The game after all letters that the data tell."""
    told, seals_, words_ = data.get("sent"), data.get("seals"), data.get("words")
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_LETTERS:
        raise Refused("letter-cut")
    letters = [_read_letter(one) for one in told]
    chains = _chains(game, seals_, words_, len(letters))
    for number, letter in enumerate(letters, 1):
        writer = game.writer
        word = b"" if writer == NOBODY else next(chains[writer], b"")
        try:
            game = answered(game, word, letter)
        except (Refused, Illegal) as error:
            raise Refused("letter-forged", {"number": number}) from error
    if words_ != [seals.written(word) for word in game.words]:
        raise Refused("letter-cut")
    return game


def _chains(game: LetterGame, seals_: object, words_: object, letters: int) -> list[Iterator[bytes]]:
    """The words of each seat from its seal to the one told last."""
    seats = len(game.words)
    if not isinstance(seals_, list) or not isinstance(words_, list) or not len(seals_) == len(words_) == seats:
        raise Refused("letter-cut")
    found = list[Iterator[bytes]]()
    for name, seal, word in zip(game.drivers, seals_, words_, strict=True):
        if (seal, word) == ("", ""):
            found.append(iter(()))
            continue
        first, last = (seals.read(one) if isinstance(one, str) else None for one in (seal, word))
        chain = seals.chain(first, last, letters) if first and last else []
        if not chain:
            raise Refused("letter-seal", {"name": name})
        found.append(iter(chain))
    return found


def _read_letter(told: object) -> Letter:
    if not isinstance(told, str):
        raise Refused("letter-cut")
    deeds, *rest = told.split("|")
    done = tuple(deeds.split(";")) if deeds else ()
    if not rest:
        return Letter(done)
    if len(rest) != 2 or not re.fullmatch(r"\d", rest[1]):
        raise Refused("letter-cut")
    return Letter(done, Plan(tuple(rest[0].split(";")), int(rest[1])))


# -- Two letters of one game ------------------------------------------------------------------------------------------


def compare(known: LetterGame, brought: LetterGame) -> int:
    """How many letters the second one has more than the first; that they are two stories of one game is refused, with
    the letter in which they part."""
    for number, (one, other) in enumerate(zip(known.sent, brought.sent, strict=False), 1):
        if one.mark != other.mark:
            raise Refused("letter-two", {"number": number, "name": known.drivers[one.writer]})
    return len(brought.sent) - len(known.sent)


def since(game: LetterGame, seat: int) -> int:
    """How many moves were played when this seat had written the last letter that it got an answer to; 0 before."""
    told = game.sent[:-1] if game.sent and game.sent[-1].writer == seat else game.sent
    return next((sent.moves for sent in reversed(told) if sent.writer == seat), 0)
