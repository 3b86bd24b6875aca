"""Why a draft is behind the best one, in a sentence or two: what to do instead, and what that saves."""

from __future__ import annotations

from rallyman_tutor.coach.principles.principle import LEAST, Named, Seen
from rallyman_tutor.coach.why import Why
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState
from rallyman_tutor.tutor.advice.worth_view import draft_in_words, texts_of
from rallyman_tutor.tutor.words.move_words import named as die_named
from rallyman_tutor.tutor.words.words import Words, shared_words

WHOLE = 3.0
"""Seconds from which on no tenths are told."""


def why_in_words(game: AnyGame, language: Words, found: Why[AnyState, AnyMove]) -> str:
    """The better decision, by the principle that explains most, and the most that it saves."""
    texts = shared_words(game.key, "why")
    if found.behind < LEAST:
        return str(texts["best"])
    if found.seen is None or found.named is None:
        return str(texts["unnamed"]).format(seconds=seconds_in_words(game, found.behind))
    does = language.driving(found.named.principle.code)["does"]
    return f"{does.format(**_move_facts(game, language, found.seen, found.named))} {_saves(game, language, found)}"


def seconds_in_words(game: AnyGame, seconds: float) -> str:
    """So many seconds: whole ones, and of few also the tenths."""
    count = f"{seconds:.0f}" if seconds >= WHOLE else f"{seconds:.1f}"
    return str(shared_words(game.key, "why")["seconds"]).format(count=count)


def _move_facts(
    game: AnyGame, language: Words, seen: Seen[AnyState, AnyMove], found: Named[AnyState, AnyMove]
) -> dict[str, str]:
    """The dice of the better decision: of one die also where it goes."""
    move, texts = found.counterpart, texts_of(game)
    form = game.form(move)
    if form.kind == "word" or form.ends:
        return {}
    if form.kind == "die":
        (laid,) = game.desk(seen.state, (move,)).laid
        return {"step": die_named(game, language, {}, laid, move)}
    return {"dice": draft_in_words(game, {**texts, "draft-attack": "{dice}"}, language, seen.state, seen.draft(move))}


def _saves(game: AnyGame, language: Words, found: Why[AnyState, AnyMove]) -> str:
    """The most that the better decision saves."""
    assert found.seen is not None and found.named is not None
    texts, saving = shared_words(game.key, "why"), found.named.saving
    own, other = found.seen.line(found.seen.move), found.seen.line(found.named.counterpart)
    case = saving.group
    if case == "pace" and other.finishes and not own.finishes:
        case = "pace-finish"
    elif case == "pace" and saving.when == "now" and other.gear > own.gear and not other.finishes:
        case = "pace-gear"
    elif case == "pace" and saving.when == "later" and other.far > own.far:
        case = "pace-far"
    facts = {
        "seconds": seconds_in_words(game, saving.seconds),
        "gear": language.fact("gear", other.gear),
        "own": language.fact("gear", own.gear),
        "space": language.place(other.place),
    }
    return str(texts[case]).format(**facts)
