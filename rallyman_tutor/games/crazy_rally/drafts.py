"""Moves and drafts as text. The top of `notation.py` shows how they look; positions and sheets are read there."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from rallyman_tutor.core.game import Form
from rallyman_tutor.core.notation import Reader, ScriptedDraft, any_of, read_moves, write_moves
from rallyman_tutor.core.spec import NAME
from rallyman_tutor.games.crazy_rally.state import (
    COURSE,
    DECK,
    EFFECTS,
    EVENTS,
    HIDDEN,
    Claim,
    Move,
    Play,
    Speak,
    Table,
    Use,
    Word,
)

CARD = r"[A-Z]\d{1,2}(?!\w)"
COLOUR_WORDS = tuple(dict.fromkeys(EVENTS.values()))


@lru_cache(maxsize=4096)
def read_draft(text: str) -> ScriptedDraft[Move]:
    """A draft from its line; the top of `notation.py` shows how it is written."""
    return read_moves(text, lambda reader: [(_read_move(reader), _read_shown(reader))])


def _read_shown(reader: Reader) -> tuple[str, ...]:
    if not reader.take(r"\{"):
        return ()
    cards = list_cards(reader, (*DECK, *COURSE))
    reader.expect(r"\}", "cards-end", {"end": "}"})
    return cards


def _read_move(reader: Reader) -> Move:
    if match := reader.take(rf"({NAME})\s*:(?!\S)"):
        return Speak(match[1], _read_own(reader))
    return _read_own(reader)


def _read_own(reader: Reader) -> Move:
    """A move without the name of a speaker: what a speaker says never names another speaker."""
    if reader.take(r"play(?=\s)"):
        return _read_play(reader)
    if reader.take(r"table(?=\s|$)"):
        return Table(tuple(match[1] for match in iter(lambda: take_card(reader, r"(?!\s*:)", DECK), None)))
    if reader.take(r"event(?=\s)"):
        match = reader.expect(
            rf"({'|'.join((*EFFECTS, *COLOUR_WORDS))})(?:>({NAME}))?(?=[\s{{]|$)", "effect", {"list": EFFECTS}
        )
        return Use(match[1], match[2] or "")
    if reader.take(r"claim(?=\s)"):
        match = take_card(reader, "", DECK) or reader.refuse("card", {"list": a_few(DECK)})
        return Claim(match[1])
    if word := reader.take(rf"({any_of(Word)})(?=[\s{{]|$)"):
        return Word(word[1])
    return refuse_here(reader, "move")


def _read_play(reader: Reader) -> Play:
    pattern = rf"([+-]?)(?:>({NAME}))?(?=[\s{{]|$)(?!\s*:)"
    match = take_card(reader, pattern, DECK) or reader.refuse("card", {"list": a_few(DECK)})
    also = []
    card, way, to = match.groups()
    while more := take_card(reader, pattern, DECK):
        also.append(f"{more[1]}{more[2]}")
    return Play(card, way, to or "", tuple(also))


def write_move(move: Move, shown: tuple[str, ...] = ()) -> str:
    """One move as text."""
    cards = f"{{{' '.join(shown)}}}" if shown else ""
    match move:
        case Speak(name, own):
            return f"{name}: {write_move(own, shown)}"
        case Play(card, way, to, also):
            return " ".join((f"play {card}{way}{f'>{to}' if to else ''}", *also)) + cards
        case Use(effect, to):
            return f"event {effect}{f'>{to}' if to else ''}{cards}"
        case Table() | Word():
            return f"{move}{cards}"
        case Claim(card):
            return f"claim {card}{cards}"


def write_draft(draft: ScriptedDraft[Move] | tuple[Move, ...]) -> str:
    """A draft as text."""
    return write_moves(draft, write_move)


def refuse_here(reader: Reader, key: str) -> NoReturn:
    """Refuse the text where it is being read. Its type says that nothing comes back."""
    reader.refuse(key)
    raise AssertionError


def take_cards(reader: Reader, known: Collection[str]) -> list[str]:
    """One card, or several hidden ones counted by one word; an empty list if no card comes next."""
    start = reader.at
    if match := reader.take(r"\?(\d{0,2})(?!\w)"):
        return [HIDDEN] * int(match[1] or 1)
    if match := reader.take(CARD):
        if match[0].strip() not in known:
            reader.refuse("card", {"list": a_few(known)}, start)
        return [match[0].strip()]
    return []


def a_few(known: Collection[str]) -> tuple[str, ...]:
    """The first two names and the last one, for a message."""
    listed = tuple(known)
    return (*listed[:2], "…", listed[-1])


def list_cards(reader: Reader, known: Collection[str]) -> tuple[str, ...]:
    """All cards that follow one another from here on."""
    found: list[str] = []
    while cards := take_cards(reader, known):
        found += cards
    return tuple(found)


def take_card(reader: Reader, pattern: str, known: Collection[str]) -> re.Match[str] | None:
    """A card whose name is followed by `pattern`; None if the text goes on with anything else."""
    start = reader.at
    match = reader.take(rf"({CARD}){pattern}")
    if match and match[1] not in known:
        reader.refuse("card", {"list": a_few(known)}, start)
    return match


def form(move: Move) -> Form[Move]:
    """The facts of this move that code for all games may know. `Speak` is marked as leaving the game, so that no
    chooser of moves takes it; it is never among the legal moves."""
    match move:
        case Play(_, _, to) | Use(_, to):
            return Form("card", to=to)
        case Table():
            return Form("card")
        case Word.PASS:
            return Form("word", ends="turn")
        case Speak():
            return Form("word", ends="game")
    return Form("word")


def with_destination(move: Move, to: str, land: str = "") -> Move:
    """A card or an event on another car; any other move stays as it is."""
    return replace(move, to=to) if isinstance(move, Play | Use) else move
