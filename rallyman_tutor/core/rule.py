"""Rules as values: one sentence of a rulebook, the book in force, and a broken rule.

A check answers with the facts of the offence, or with None. It never answers in words: `texts/` has the words, the
views have the colours, and all three meet by the rule's code. A step can break a rule once only, so one answer is
enough, and a plain return keeps judging fast enough to ask about every die on every space.

A rule shows itself by examples, one line each in the notation of its game; the tests run every one of them:

    POSITION :: DRAFT             judged: `ok` breaks nothing, `broken` breaks this rule
    START :: MOVES :: DRAFT       the moves are driven first, then the draft is judged
    START :: MOVES                of a fact: the moves are driven, all legal, and some event cites the rule
    START :: MOVES => THIS ; THIS      of a fact that no event can cite: they are driven, and then every THIS holds

A start is a position or a course sheet; a sheet alone is judged as it is. THIS is some words that now stand together in
one part of the position (`A@s3 c20`, `dirt b1:1`), or `no` and a move that is refused now (`no w`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from fractions import Fraction
from typing import TypeAlias

Facts = Mapping[str, object]
"""The facts of a check. The key `case` chooses among the sentences of a text; all other keys fill its placeholders."""
Check: TypeAlias = Callable[..., Facts | None]
"""Looks at a state and a step, and answers with the facts of the offence, or with None. Each check names the kinds of
step it takes; a sheet is judged without a state."""
JudgedStep: TypeAlias = type | Enum
"""A kind of step that a rule speaks of: a class, or one word of a game's `Word`."""


def kind_of(step: object) -> JudgedStep:
    """The kind of a step: its class; but every move of one word is a kind of its own."""
    return step if isinstance(step, Enum) else type(step)


CHAPTER_FILES: Mapping[str, str] = {
    "A11Y": "accessibility", "ATK": "attack", "ATT": "attack", "BLOCK": "blocked", "COMP": "components",
    "COUP": "trick", "CUT": "shortcut", "DATA": "ready_stages", "DEF": "defence", "DISC": "discard",
    "DIST": "distance", "DMG": "damage", "ELIM": "elimination", "EVT": "events", "FIN": "finish",
    "FLAT": "flat_out", "FMT": "formats", "HAZ": "hazards", "INFO": "information", "KEY": "keys",
    "LAY": "layout", "LIM": "speed_limit", "LOC": "lost_control", "MAX": "maximum_speed", "NEXT": "next_stage",
    "OBJ": "objective", "OFF": "off_road", "ORD": "order", "PASS": "passing", "PLAN": "draft",
    "POOL": "dice_pool", "PUNC": "puncture", "QS": "quick_start", "REARR": "rearrangement", "RES": "resolution",
    "RESH": "reshuffle", "RET": "retiring", "SAFE": "immunity", "SEC": "seconds", "SER": "series",
    "SERV": "service", "SET": "setup", "SHORT": "shortcut", "SPD": "speed", "SPEC": "unforeseen",
    "STACK": "stacking", "STG": "stage_end", "TC": "time_control", "TRAIN": "training", "UP": "tidying",
    "VAR": "variants", "WRONG": "wrong_way", "WX": "weather",
}  # fmt: skip
"""The files of chapters whose names are shortened in codes; every other file has the name of its chapter."""


class Kind(StrEnum):
    """The consequence of an offence that a rule's check finds."""

    ILLEGAL = "illegal"  # the step is refused
    UNWISE = "unwise"  # the step is legal, and certain or likely to cost you
    FACT = "fact"  # cannot be broken: it says what happens


class Basis(StrEnum):
    """How firmly a rule stands on its book."""

    TEXT = "text"  # the book states it
    INFERRED = "inferred"  # it follows from what the book states
    RULING = "ruling"  # the books are silent or disagree; we decided


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a rule stands in print: (book, place) pairs, how firmly, and by which ruling of ours if one was needed.
    A book is called by its language."""

    places: tuple[tuple[str, str], ...]
    basis: Basis = Basis.TEXT
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of a rulebook. `ok` and `broken` are examples, written as the top of this file says."""

    code: str
    name: str
    cite: Cite
    kind: Kind = Kind.FACT
    check: Check | None = None
    of: tuple[JudgedStep, ...] = ()  # the kinds of step this rule speaks of
    ok: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        """The middle of the code: GEAR in CL-GEAR-02."""
        return self.code.split("-")[-2]

    @property
    def file(self) -> str:
        """The file of `rules/` that the rule lives in: gear.py for CL-GEAR-02, weather.py for CL-WX-01."""
        return f"{CHAPTER_FILES.get(self.chapter, self.chapter.lower())}.py"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule, as a value: which one, at which step of the draft, and what was seen. No words."""

    code: str
    at: int
    facts: Facts = field(default_factory=dict, hash=False)


class Illegal(ValueError):
    """Something that breaks rules and so did not happen; the rules are in `violations`."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in self.violations))


class RuleBook:
    """The rules in force. `catalogue` has them chapter by chapter, as one reads them; `rules` in the order in which
    they are checked: those of `order` first. A book never changes: other books are made from it."""

    def __init__(self, catalogue: Iterable[Rule], order: Iterable[str] = ()) -> None:
        self.catalogue = tuple(catalogue)
        self._by_code = {rule.code: rule for rule in self.catalogue}
        self.rules = tuple(self._by_code[code] for code in dict.fromkeys((*order, *self._by_code)))
        if len(self._by_code) != len(self.catalogue):
            codes = [rule.code for rule in self.catalogue]
            raise ValueError(f"rule codes used twice: {sorted({c for c in codes if codes.count(c) > 1})}")
        self._checks: dict[tuple[JudgedStep, Kind], tuple[tuple[str, Check], ...]] = {}
        self._refused_last: dict[JudgedStep, Check] = {}

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, code: object) -> bool:
        return code in self._by_code

    def __getitem__(self, code: str) -> Rule:
        return self._by_code[code]

    def checks(self, step: JudgedStep, kind: Kind) -> tuple[tuple[str, Check], ...]:
        """Codes and checks of the rules about this kind of step; kept, because judging asks thousands of times."""
        found = self._checks.get((step, kind))
        if found is None:
            speaking = (rule for rule in self.rules if rule.kind is kind and step in rule.of)
            found = tuple((rule.code, rule.check) for rule in speaking if rule.check)
            self._checks[step, kind] = found
        return found

    def judge(self, state: object, step: object, at: int = 0, kind: Kind = Kind.ILLEGAL) -> list[Violation]:
        """Every rule of this kind that one step breaks, in the order of the book."""
        broken = []
        found = self._checks.get((type(step), kind))  # words have no checks by their type, and are looked up one by one
        for code, check in self.checks(kind_of(step), kind) if found is None else found:
            facts = check(state, step)
            if facts is not None:
                broken.append(Violation(code, at, facts))
        return broken

    def allows(self, state: object, step: object) -> bool:
        """Whether no rule refuses one step. Unlike `judge` it asks no further once one does, and first it asks the one
        that refused such a step last: steps that are tried one after the other are mostly refused for one reason."""
        kind = kind_of(step)
        last = self._refused_last.get(kind)
        if last is not None and last(state, step) is not None:
            return False
        for _, check in self.checks(kind, Kind.ILLEGAL):
            if check(state, step) is not None:
                self._refused_last[kind] = check
                return False
        return True

    def with_rules(self, *rules: Rule) -> RuleBook:
        """This book with some rules added; a rule with a known code takes that one's place."""
        new = {rule.code: rule for rule in rules}
        kept = [new.pop(rule.code, rule) for rule in self.catalogue]
        return RuleBook([*kept, *new.values()], (rule.code for rule in self.rules))

    def without_rules(self, *codes: str) -> RuleBook:
        """This book with some rules taken out; a code it does not hold is a mistake of the caller."""
        for code in codes:
            self[code]
        kept = [rule for rule in self.catalogue if rule.code not in codes]
        return RuleBook(kept, (rule.code for rule in self.rules if rule.code not in codes))


def rule(
    code: str,
    cite: Cite,
    *of: JudgedStep,
    kind: Kind = Kind.ILLEGAL,
    ok: tuple[str, ...] = (),
    broken: tuple[str, ...] = (),
) -> Callable[[Check], Rule]:
    """Make a rule of a check. `of` are the kinds of step it speaks of; the function's name, the offence, becomes its
    name."""

    def made(check: Check) -> Rule:
        return Rule(code, check.__name__.replace("_", "-"), cite, kind, check, of, ok, broken)

    return made


def warn_of(chance: Fraction, **facts: object) -> Facts | None:
    """The facts of a warning of something so likely. Nobody is warned of the impossible; a certain thing has words of
    its own, those of the case `sure`."""
    if not chance:
        return None
    return {"chance": chance, **facts} if chance < 1 else {"case": "sure", "chance": chance, **facts}


def fact(code: str, name: str, cite: Cite, ok: tuple[str, ...] = ()) -> Rule:
    """A rule nobody can break: it says what happens. Tests drive its examples, and see that it happens."""
    return Rule(code, name, cite, ok=ok)
