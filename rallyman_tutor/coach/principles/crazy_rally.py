"""Principles of driving Crazy Rally: how fast into the next stage, by which card, and what to put on the car. The finer
ones come first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rallyman_tutor.coach.crazy_rally.weighing import CarFigures, after_card, figures_of, speed_missed
from rallyman_tutor.coach.principles.card_principle import CardPrinciple, CardPrinciples
from rallyman_tutor.games.crazy_rally.coming import possible
from rallyman_tutor.games.crazy_rally.state import CARDS, COURSE, FASTER, SLOWER, STAGES, Move, Play, State, Table

WAY = frozenset({"next", "later"})
WAYS = {FASTER: "faster", SLOWER: "slower", "": ""}
SAFE = frozenset({"out", "later"})


# -- Two moves side by side -------------------------------------------------------------------------------------------


def _after(state: State, move: Move) -> CarFigures | None:
    """The figures of the car after a card is played; None for any other move."""
    return after_card(state.car, figures_of(state.car), move.card, move.way) if isinstance(move, Play) else None


def _figures(compare: Callable[[CarFigures, CarFigures], bool]) -> Callable[[State, Move, Move], bool]:
    """Two cards are compared by the figures of the car after each of them."""

    def speaks(state: State, made: Move, better: Move) -> bool:
        own, other = _after(state, made), _after(state, better)
        return own is not None and other is not None and compare(own, other)

    return speaks


def _fits_the_stage(state: State, made: Move, better: Move) -> bool:
    """The next stage is known, and the better card fits it, while the other one does not."""
    own, other, cards = _after(state, made), _after(state, better), possible(state)
    if own is None or other is None or other.speed < 0 or len(cards) != 1:
        return False
    return speed_missed(own, cards[0]) > 0 == speed_missed(other, cards[0])


def _is_less_slow(state: State, made: Move, better: Move) -> bool:
    """A red figure may come next, and with the better card the car is less far below it."""
    own, other, red = (
        _after(state, made),
        _after(state, better),
        [card for card in possible(state) if COURSE[card].minimum],
    )
    if own is None or other is None or other.speed < 0:
        return False
    return sum(speed_missed(other, card) for card in red) < sum(speed_missed(own, card) for card in red)


def _pays_now(state: State, made: Move, better: Move) -> bool:
    """The better card leads faster into more of the stages that may come next than they allow, while more are still to
    come: so handling is spent there, or the car crashes and has it all again."""
    own, other, cards = _after(state, made), _after(state, better), possible(state)
    if own is None or other is None or other.speed <= own.speed or state.stage == STAGES:
        return False
    return sum(map(partial(speed_missed, other), cards)) > sum(map(partial(speed_missed, own), cards))


def _is_out(state: State, made: Move, better: Move) -> bool:
    own, other = _after(state, made), _after(state, better)
    return own is not None and other is not None and own.speed < 0 <= other.speed


def _spares_strength(state: State, made: Move, better: Move) -> bool:
    own, other = _after(state, made), _after(state, better)
    return own is not None and other is not None and other.strength > own.strength


def _keeps_another_card(state: State, made: Move, better: Move) -> bool:
    """Both cards lead to the same figures, so all that differs is what stays in hand."""
    own, other = _after(state, made), _after(state, better)
    return own is not None and own == other and made != better


def _tunes(symbol: str) -> Callable[[State, Move, Move], bool]:
    """The better card puts more of this symbol on the car."""

    def speaks(state: State, made: Move, better: Move) -> bool:
        return _symbols(better).count(symbol) > _symbols(made).count(symbol)

    return speaks


def _symbols(move: Move) -> str:
    return "".join(CARDS[card].symbols for card in move.cards) if isinstance(move, Table) else ""


def _facts(state: State, made: Move, better: Move) -> Mapping[str, object]:
    """The cards of both moves, how they are played, the speeds they lead to, and the next stage where it is known."""
    own, other, cards = _after(state, made), _after(state, better), possible(state)
    return {
        "card": _card(better),
        "made": _card(made),
        "way": WAYS[better.way] if isinstance(better, Play) else "",
        "own": own and own.speed,
        "speed": other and other.speed,
        "road": COURSE[cards[0]].name if len(cards) == 1 else "",
    }


def _card(move: Move) -> str:
    if isinstance(move, Play):
        return move.card
    return move.cards[0] if isinstance(move, Table) else ""


# -- Principles -------------------------------------------------------------------------------------------------------

ALL: tuple[CardPrinciple[State, Move], ...] = (
    CardPrinciple(
        "CRD-CAR-01",
        WAY | SAFE,
        _is_out,
        holds=(
            "C04 C05 C09 C08 C07 C12 > ?8 | A m9 s10 h1/8 v3 d28 ?4 {?} ; B m9 s1 h5/10 v3 d27 crash4 Y09 "
            "Y10 P03 B09 ; C m8 s8 h8/11 v3 d35 ?4 | choose B | supply ?17 ; discard ?20 P07 :: play P03- / "
            "play Y10-",
        ),
    ),
    CardPrinciple(
        "CRD-ROAD-01",
        WAY | SAFE,
        _fits_the_stage,
        holds=(
            "C05 C06 C01 C09 C14 C10 C13 C02 C07 C04 C11 C08 C03 > ? | A m10 s4 h1/10 d79 ?2 {?} ; B m8 s4 "
            "h4/9 d73 crash6 P04 Y15 Y05 ; C m10 s5 h4/7 v3 d47 ? | choose B | supply ?40 ; discard ?3 E8 :: "
            "play Y15- / play Y05-",
        ),
        not_so=(
            "C03 C06 C01 C09 C13 C12 C08 C10 C07 C04 C05 > C14 rest | You m10 h2/8 v7 d68 E6 E3 E1 P04 P01 ; Ana "
            "m9 s10 h8 v7 d66 ?5 ; Ben m8 s9 h3/9 v8 d71 ?4 | choose You | supply - ; discard ?35 Y11 ; practice "
            ":: play P04- / play P04+",
        ),
    ),
    CardPrinciple(
        "CRD-CAR-02",
        SAFE,
        _spares_strength,
        holds=(
            "C01 C07 C10 C12 C02 > ?9 | A m10 h9 v2 d21 crash4 P02 B04 Y15 Y13 ; B m8 h9 v3 d20 crash4 ?4 ; "
            "C m8 s8 h1/10 v0 d17 ?5 | choose A | supply ?20 ; discard ?16 P07 :: play P02- / play B04+",
        ),
        not_so=(
            "C06 C02 C07 C13 C05 C09 C14 C01 C12 C11 C10 > ?3 | You m8 s4 h10 v0 d56 crash11 P05 B02 Y04 Y02 ; "
            "Ana m9 h1/11 d66 ?5 ; Ben m9 s3 h10 d60 crash9 ?6 | choose You | supply ?35 :: play P05+ / play B02-",
        ),
    ),
    CardPrinciple(
        "CRD-ROAD-02",
        frozenset({"out"}),
        _is_less_slow,
        holds=(
            "C03 C05 C07 C11 C10 C14 C09 C01 C04 C06 C12 > ?3 | You m11 s2 v0 d56 crash11 Y15 P12 Y05 P05 ; Ana "
            "m10 s5 h9 v0 d62 crash11 ?5 ; Ben m9 s2 h10 v0 d54 crash11 ?6 | choose You | supply ?35 :: play Y05- "
            "/ play P12+",
        ),
        not_so=(
            "C04 C05 C08 C01 C07 C12 C06 C09 C10 C11 C02 > ?3 | You m10 s1 h4/8 v7 d54 crash6 E5 Y10 Y04 E2 ; Ana "
            "m9 s6 h8 v6 d54 crash9 ?5 ; Ben m8 s4 h9 v7 d57 crash8 ?6 | choose You | supply - ; discard ?34 E4 ; "
            "races 3 :: play Y04- / play Y10+",
        ),
    ),
    CardPrinciple(
        "CRD-PACE-01",
        frozenset({"next"}),
        _figures(lambda own, other: other.speed > own.speed),
        holds=(
            "C02 C05 C01 C13 C06 > ?9 | A s10 h10 v7 d32 ?4 {?} ; B m9 s8 h6/10 v2 d24 P08 E5 Y15 Y03 ; C "
            "m11 s8 h5/9 v7 d37 ?3 | choose B | supply ?20 ; discard ?18 B09 :: play Y03- / play Y15+",
        ),
        not_so=(
            "C01 C06 C03 C14 C13 C12 C11 C05 C02 C10 C09 C04 > ?2 | You m8 s5 h0/12 d64 E3 E4 P01 B01 B03 ; Ana "
            "m8 s9 h3/9 d66 ?6 ; Ben m8 s8 h0/9 v7 d69 ?5 | choose You | supply ?34 ; races 3 :: play P01- / play "
            "B01-",
        ),
    ),
    CardPrinciple(
        "CRD-PACE-02",
        frozenset({"later"}),
        _figures(lambda own, other: other.speed > own.speed),
        holds=(
            "C03 C02 C01 C04 C14 C05 C09 C07 C08 C12 > ?4 | A m11 h3/7 v3 d60 ?6 {?} ; B s3 h10 v0 d52 "
            "crash10 ?2 {?} ; C m9 s5 h4/10 v1 d37 E1 E7 E3 E6 B15 | choose C | supply ?3 ; discard ?33 B13 "
            ":: play B15- / play B15+",
        ),
        not_so=(
            "C04 C06 C10 C12 C01 C14 C13 C02 C03 C05 C09 C07 > rest | You m8 s8 h4/8 d73 E7 E2 B12 B14 B07 ; Ana "
            "m9 h8/10 v6 d80 ?6 ; Ben m8 s2 h10 v4 d71 ?5 | choose You | supply ?34 ; practice :: play B14+ / "
            "play B12+",
        ),
    ),
    CardPrinciple(
        "CRD-PACE-03",
        frozenset({"out"}),
        _figures(lambda own, other: other.speed < own.speed),
        holds=(
            "C05 C02 C14 C03 C04 C06 C07 C12 C01 C10 C11 C13 > ?2 | A m9 s1 h5/11 d53 crash10 ?3 {?} ; B m9 "
            "s3 h9 v7 d53 crash8 ?5 {?} ; C m10 s3 h2/8 d51 crash11 E5 B11 P02 | choose C | supply ?39 :: "
            "play B11+ / play B11-",
        ),
        not_so=(
            "C04 C02 C10 C05 C06 C13 C14 C11 C12 C08 C07 > ?3 | You m11 s2 v2 d57 crash8 Y05 B02 B15 B12 ; Ana m9 "
            "s5 h11 d58 crash9 ?5 ; Ben m9 h0/8 v6 d61 ?6 | choose You | supply ?35 :: play B02+ / play B15-",
        ),
    ),
    CardPrinciple(
        "CRD-PACE-04",
        frozenset({"later"}),
        _figures(lambda own, other: other.speed < own.speed),
        holds=(
            "C07 C01 C12 C10 C06 C02 C09 C05 C08 C14 > ?4 | A s-1 h10 v0 d51 out10 crash10 ; B m9 s2 h10 v0 "
            "d48 crash10 ?4 {?} ; C m10 s4 h2/9 v9 d57 Y03 Y11 | choose C | supply ?6 ; discard ?37 E6 :: "
            "play Y03+ / play Y11-",
        ),
        not_so=(
            "C07 C04 C11 C09 C10 C12 C02 > ?7 | You m10 s8 h3/9 v4 d28 Y05 Y07 E1 ; Ana m10 s5 h0/8 v4 d33 ?5 ; "
            "Ben s5 h9 d30 crash5 ?5 | choose You | supply ?14 ; discard ?22 P01 ; races 3 :: play Y07+ / play "
            "Y05-",
        ),
    ),
    CardPrinciple(
        "CRD-PACE-05",
        frozenset({"out"}),
        _pays_now,
        holds=(
            "C03 C06 C01 C09 C13 > C12 C08 C10 C07 C04 C05 C14 rest | You m10 s8 h8 v8 d36 E6 Y01 E3 B08 Y15 ; "
            "Ana m9 s10 h8 d33 ?5 ; Ben m8 s11 h9 v8 d35 ?5 | choose You | supply ?20 ; discard ?14 Y13 ; "
            "practice :: play Y01- / play Y15+",
        ),
        not_so=(
            "C03 C05 C11 C13 C14 C01 > ?8 | You m10 s4 h4/11 v7 d30 crash4 Y01 P01 B05 ; Ana m8 h8 v3 d28 crash5 "
            "?5 ; Ben m8 s9 h3/9 v4 d35 ?6 | choose You | supply ?15 ; discard ?20 E5 ; races 3 :: play P01- / "
            "play B05+",
        ),
    ),
    CardPrinciple(
        "CRD-HAND-01",
        WAY | SAFE,
        _keeps_another_card,
        holds=(
            "C01 C05 C13 C04 C07 C06 C12 C08 C10 C11 C14 > ?3 | A s3 h2/10 v7 d47 crash9 ?4 {?} ; B m10 s3 "
            "h0/8 v7 d50 crash9 B13 B12 Y13 ; C m10 s4 h6/10 v7 d56 crash7 ?4 | choose B | supply - ; "
            "discard ?38 Y08 :: play B13- / play B12-",
        ),
    ),
    CardPrinciple(
        "CRD-TUNE-01",
        WAY | SAFE,
        _tunes("N"),
        holds=(
            "?14 | A m8 s8 h8 E7 B04 [B09] (Y13 Y14) ; B h8 ?2 [B10] (?2) ; C m8 s9 ?2 [B15] (?2) | tune A | "
            "supply ?35 :: table Y13 / table Y14",
        ),
    ),
    CardPrinciple(
        "CRD-TUNE-02",
        WAY | SAFE,
        _tunes("W"),
        holds=(
            "?14 | A m8 ?2 [B13] (?2) {?} ; B m8 s8 h8 E5 B15 [B09] (Y05 Y13) ; C m8 s8 ?2 [B11] (?2) | tune "
            "B | supply ?35 :: table Y13 / table Y05",
        ),
    ),
    CardPrinciple(
        "CRD-TUNE-03",
        WAY | SAFE,
        _tunes("T"),
        holds=("?14 | A E7 (B09 B14) ; B ? (?2) ; C ? (?2) | tune A | supply ?41 :: table B14 / table B09",),
    ),
)

PRINCIPLES = CardPrinciples(ALL, _facts)
