"""Why a draft is behind the best one, in a sentence or two: what to do instead, and how much that saves; or, where the
better one is not to be told, how much the draft gives away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rallyman_tutor.coach.account import TO_GO
from rallyman_tutor.coach.coaches import race_coach
from rallyman_tutor.coach.principles.principle import LEAST, Line, Named, Saving, Seen
from rallyman_tutor.coach.why import Why
from rallyman_tutor.core.game import AnyGame, AnyMove, AnyState, LaidStep
from rallyman_tutor.tutor.advice.worth_view import texts_of
from rallyman_tutor.tutor.words.figures import decimal
from rallyman_tutor.tutor.words.move_words import named as die_named
from rallyman_tutor.tutor.words.move_words import step_in_words, with_secured
from rallyman_tutor.tutor.words.words import WHOLE, Words, shared_words, words


def why_in_words(game: AnyGame, language: Words, found: Why[AnyState, AnyMove]) -> str:
    """The better decision, by the principle that explains most, and the most that it saves."""
    texts = shared_words(game.key, "why")
    if found.behind < LEAST:
        return str(texts["best"])
    if found.seen is None or found.named is None:
        return str(texts["unnamed"]).format(seconds=seconds_in_words(game, found.behind))
    does = language.driving(found.named.principle.code)["does"]
    does = does.format(**_move_facts(game, language, found.seen, found.named))
    return f"{does} {_compared(game, found.seen, found.named.counterpart, found.named.saving)}"


def given_away(game: AnyGame, seen: Seen[AnyState, AnyMove], other: AnyMove) -> str:
    """The most that a decision gives away against another one, which is not told."""
    saving = seen.saving(other)
    if saving.group == TO_GO:  # it is not known what for
        return str(shared_words(game.key, "why")["unnamed"]).format(seconds=seconds_in_words(game, saving.seconds))
    return _compared(game, seen, other, saving, "gives-")


def seconds_in_words(game: AnyGame, seconds: float) -> str:
    """So many seconds: whole ones, and of few also the tenths."""
    count = decimal(seconds, 0 if seconds >= WHOLE else 1)
    return str(shared_words(game.key, "why")["seconds"]).format(count=count)


def _move_facts(
    game: AnyGame, language: Words, seen: Seen[AnyState, AnyMove], found: Named[AnyState, AnyMove]
) -> dict[str, str]:
    """The dice of the better decision, and how they are driven; and of the first die that lies otherwise than before
    where it goes."""
    move = found.counterpart
    form = game.form(move)
    if form.kind == "word" or form.ends:
        return {}
    if form.kind == "dice":  # where they go, and in which order, is decided when they are rolled
        draft = seen.draft(move)
        order = [game.form(one).die for one in draft]
        together = sorted(draft, key=lambda one: order.index(game.form(one).die))
        return {"dice": dice_in_words(game, language, together)}
    laid, own = ([*_laid(game, seen.state, one)] for one in (move, seen.move))
    at = next((at for at, (one, other) in enumerate(zip(laid, own, strict=False)) if one[1:] != other[1:]), len(own))
    step, piece, place, _ = laid[min(at, len(laid) - 1)]
    dice = dice_in_words(game, language, form.steps or (move,))
    how = "draft-attack" if race_coach(game).kind(move)[0] == "attack" else "draft-draft"
    return {
        "step": die_named(game, language, {}, LaidStep(piece, place, ()), step),
        "draft": texts_of(game)[how].format(dice=dice),
        "end": language.place(laid[-1][2]),
    }


def _laid(game: AnyGame, state: AnyState, move: AnyMove) -> Iterable[tuple[AnyMove, str, str, bool]]:
    """The steps of a move: each with its die, the place where it lies, and whether it is secured."""
    form = game.form(move)
    steps = form.steps or ((move,) if form.kind == "die" else ())
    for step, laid in zip(steps, game.desk(state, steps).laid, strict=True):
        yield step, laid.piece, laid.place, game.form(step).secured


def dice_in_words(game: AnyGame, language: Words, draft: Sequence[AnyMove]) -> str:
    """Dice in the order in which they are driven, in short: "the 2, 3, both gas dice, the 4"."""
    texts, told, before = shared_words(game.key, "why"), list[str](), None
    for form in (form for move in draft if (form := game.form(move)).kind == "die"):
        own = form.die, form.brakes, form.secured
        pair = texts.get(f"both{form.die}")
        if pair and own == before and not form.secured:
            told[-1] = str(pair)
        elif form.die > 0 and before and before[0] > 0 and own[1:] == before[1:] == (0, False):
            told.append(str(form.die))
        else:
            told.append(with_secured(texts_of(game), step_in_words(language, form._replace(to="", landing="")), form))
        before = own
    return language.row(told)


def _compared(
    game: AnyGame, seen: Seen[AnyState, AnyMove], other: AnyMove, saving: Saving, side: Literal["", "gives-"] = ""
) -> str:
    """The most that another decision saves: as what it saves, or as what the one that was made gives away."""
    texts, language = shared_words(game.key, "why"), words(game.key)
    made, instead = seen.line(seen.move), seen.line(other)
    case = saving.group
    if case == "pace" and race_coach(game).kind(other)[0] != "arrange":  # laid again, control is lost
        case = pace_case(saving, made, instead)
    facts = {
        "seconds": seconds_in_words(game, saving.seconds),
        "gear": language.fact("gear", instead.gear),
        "own": language.fact("gear", made.gear),
        "space": language.place((made if side else instead).place),
    }
    return str(texts[f"{side}{case}"]).format(**facts)


def pace_case(saving: Saving, own: Line, other: Line) -> str:
    """Which sentence tells of fewer seconds of gear cards: where else the better decision leads if that is why."""
    if other.finishes and not own.finishes:
        return "pace-finish"
    if saving.when == "now" and other.gear > own.gear and not other.finishes:
        return "pace-gear"
    return "pace-far" if saving.when == "later" and other.far > own.far else "pace"
