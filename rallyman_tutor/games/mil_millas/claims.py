"""All that a player may say or press, allowed or not, without laying a card: to practise the rules about it.

Claims and sheets are written in notation, each with the key of its words under `claims` in the texts. Nothing here
checks whether they are allowed: the rules are asked about them elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rallyman_tutor.core.game import NamedDraft
from rallyman_tutor.games.mil_millas.drafts import write_move
from rallyman_tutor.games.mil_millas.state import (
    ATTACKS,
    CARDS,
    DEFENCES,
    DISTANCES,
    HIDDEN,
    IMMUNITIES,
    VALUES,
    Bonus,
    Change,
    Discard,
    Draw,
    Lay,
    Move,
    Options,
    Pass,
    State,
    Trick,
    Word,
)
from rallyman_tutor.games.mil_millas.step import full_deck, side_of

BONUSES = ("extension", "no-200s")
"""Bonuses that other editions pay."""
WHOLE = sum(count for _, count in full_deck(Options()))
WHOLE_WITH_WRONG_WAY = sum(count for _, count in full_deck(Options(wrong_way=True)))
LETTERS = "ABCDEFGHJK"


def claims(state: State) -> Sequence[NamedDraft]:
    """All that the player in turn may say, press or try now, and all that the others may try out of turn."""
    return tuple(
        NamedDraft(" ".join(map(write_move, moves)), name, dict(facts))
        for moves, name, facts in (*_own(state), *_out(state))
    )


def _own(state: State) -> Iterator[tuple[tuple[Move, ...], str, tuple[tuple[str, object], ...]]]:
    """All that the player in turn may say, press or try, besides laying one card they hold on a road."""
    yield (Draw(),), "draw", ()
    yield (Word.DEAL,), "deal", ()
    yield (Trick(),), "trick", ()
    yield (Pass(),), "pass", (("card", state.turn.attack),) if state.turn.attack else (("card", "red"),)
    for option in ("stacking", "reshuffle", "wrong-way"):
        yield (Change(option, "on"),), "change", (("option", option),)
    for bonus in BONUSES:
        yield (Bonus(bonus),), "bonus", (("bonus", bonus),)
    for ask, name in ((Word.OWN, "ask-own"), (Word.POINTS, "ask-points"), (Word.TURN, "ask-turn")):
        yield (ask,), name, ()
    own = side_of(state, state.turn.seat) + 1
    held = [card for card in dict.fromkeys(state.hand) if card != HIDDEN]
    for card in IMMUNITIES:
        yield (Trick(card),), "answer", (("card", card),)
    for card in CARDS:
        if card not in held:
            yield (Discard(card),), "discard", (("card", card),)
            if card in (*DISTANCES, *DEFENCES, *IMMUNITIES):
                yield (Lay(card),), "absent", (("card", card), ("road", own))
    for card in ATTACKS:
        if card in held:
            yield (Lay(card),), "at-nobody", (("card", card),)
        else:
            for side, name in enumerate(state.names[: len(state.sides)], 1):
                if side != own:
                    yield (Lay(card, name),), "absent", (("card", card), ("road", side))
    for card in held:
        for more in held:
            if card in (*DISTANCES, *DEFENCES) and more in DISTANCES and (card != more or state.hand.count(card) > 1):
                yield (Lay(card), Lay(more)), "two", (("card", card), ("more", more))


def _out(state: State) -> Iterator[tuple[tuple[Move, ...], str, tuple[tuple[str, object], ...]]]:
    """The tries of the other players out of turn."""
    for seat, name in enumerate(state.names):
        if seat != state.turn.seat:
            yield (Draw(name),), "other-draws", (("name", name),)
            yield (Trick("", name),), "other-trick", (("name", name),)


def _sheets() -> Iterator[NamedDraft]:
    """Tables that somebody may ask for, with different numbers of players, teams and cards."""
    for count in range(1, 11):
        names = " ".join(LETTERS[:count])
        yield NamedDraft(f"sheet {names}", "sheet-single" if count > 1 else "sheet-one", {"count": count})
        for teams in range(2, min(count, 6)):
            yield NamedDraft(f"sheet {names} teams={teams}", "sheet-teams", {"count": count, "teams": teams})
    for cards in (WHOLE - 5, WHOLE - 1, WHOLE, WHOLE_WITH_WRONG_WAY):
        yield NamedDraft(f"sheet A B cards={cards}", "sheet-pack", {"count": cards})
        yield NamedDraft(f"sheet A B wrong-way=on cards={cards}", "sheet-pack-wrong", {"count": cards})


SHEETS = tuple(_sheets())
assert VALUES["players.most"] < len(LETTERS), "some of these tables are too large"
