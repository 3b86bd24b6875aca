"""A game for notebooks: positions that show themselves, verdicts and rules in words.

    from rallyman_tutor import classic

    here = classic.position("s4 R3/4x3 s5 | A@s4 g4")
    here.judge("4>d")

The value on the last line of a cell shows itself: a position as a picture, a verdict or a rule as text. These values
never change: `play` gives a new position. What cannot be read or played raises a ValueError in the words of the tutor.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape

from rallyman_tutor.coach.coaches import has_race_coach
from rallyman_tutor.coach.solver.unsolvable import Unsolvable
from rallyman_tutor.core.game import AnyGame, AnyState
from rallyman_tutor.core.luck import Prompted, Seeded
from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.replay import told_too_much
from rallyman_tutor.games import SHELF
from rallyman_tutor.scene.shapes import Scene
from rallyman_tutor.scene.svg import svg
from rallyman_tutor.tutor.words.explain import (
    Explanation,
    as_judged,
    citation,
    explain,
    explain_briefly,
    explain_refusal,
    not_reckoned,
    rule_title,
)
from rallyman_tutor.tutor.words.words import colon, shared_words, text_tables, words


def _said(engine: Engine, name: str, **facts: object) -> str:
    """One of the sentences that are told in notebooks alone."""
    return str(text_tables("tutor")["notebook"][name]).format(game=engine.name, **facts)


@dataclass(frozen=True, slots=True)
class Engine:
    """One game: its positions and its rules. There is one of each: `classic`, `dirt`, `crazy_rally`, `mil_millas`."""

    key: str

    @property
    def game(self) -> AnyGame:
        """All functions of the game, for more than what is offered here: `core/game.py` describes them."""
        return SHELF[self.key]

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    def position(self, text: str) -> Position:
        """Read a position, such as "s4 R3/4x3 s5 | A@s4 g4"; `rallyman-tutor judge --help` tells how to write them."""
        try:
            return Position(self, self.game.read(text))
        except Refused as error:
            raise ValueError(explain_refusal(self.game, error)) from None

    def start(self, players: int = 0) -> Position:
        """The first position of a whole game, for so many players; 0: as few as the game allows."""
        seats = self.game.seats
        if players and players not in seats:
            raise ValueError(_said(self, "players", least=seats[0], most=seats[-1], n=players))
        return Position(self, self.game.new(self.game.demo_game(players or seats[0])))

    def rule(self, code: str) -> RuleText:
        """One rule in full, by its code, such as "CL-GEAR-03"."""
        if code not in self.game.book:
            near = difflib.get_close_matches(code.upper(), [rule.code for rule in self.game.rules()], 3, 0.4)
            raise ValueError(_said(self, "no-rule", code=repr(code), list=", ".join(near) or "rules()"))
        rule, why = self.game.book[code], words(self.key).text(code, "why", {})
        return RuleText(code, rule_title(self.game, code), why, citation(self.game, code), rule.ok, rule.broken)

    def rules(self) -> list[RuleText]:
        """All rules, in the order of the book."""
        return [self.rule(rule.code) for rule in self.game.rules()]

    def __repr__(self) -> str:
        return _said(self, "game", n=len(self.game.rules()))


@dataclass(frozen=True, slots=True)
class Position:
    """A position: who stands where, and who is to decide. A notebook cell shows it as a picture."""

    engine: Engine
    state: AnyState = field(repr=False)
    happened: tuple[str, ...] = ()
    """The events of the moves that led here from the position before."""

    @property
    def text(self) -> str:
        """The position as one line, which `Engine.position` can read."""
        return self.engine.game.write(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.engine.game.over(self.state)

    def moves(self) -> list[str]:
        """Every move that may be played now, as `play` takes it."""
        game = self.engine.game
        return [game.write_move(move) for move in game.moves(self.state)]

    def judge(self, draft: str) -> Verdict:
        """Judge a draft, such as "4>d w": every rule it breaks, why, and what to try instead."""
        game = self.engine.game
        try:
            script = game.read_draft(draft)
            if untrue := told_too_much(game, self.state, script):
                raise untrue
            laid = as_judged(game, self.state, script)
        except Refused as error:
            raise ValueError(explain_refusal(game, error)) from None
        broken, unwise = game.judge(self.state, laid), game.advise(self.state, laid)
        return Verdict(
            self,
            draft,
            tuple(explain(game, self.state, laid, violation) for violation in broken),
            tuple(explain(game, self.state, laid, violation) for violation in unwise),
            sum(game.risk(self.state, laid), Fraction(0)) if not broken else Fraction(0),
        )

    def why(self, draft: str) -> Reason:
        """Compare a legal draft with the best one: by how much it is behind, what for, and what would be better."""
        # Principles of driving know their games; whoever asks for one game's rules need not wait for the others.
        from rallyman_tutor.coach.why import why
        from rallyman_tutor.tutor.advice.why_view import why_in_words

        game = self.engine.game
        if not has_race_coach(game):
            raise ValueError(_said(self.engine, "no-dice"))
        verdict = self.judge(draft)
        if not verdict:
            raise ValueError(str(verdict))
        try:
            found = why(game, self.state, game.read_draft(draft).moves, with_next=True)
        except Unsolvable as error:
            raise ValueError(not_reckoned(error)) from None
        return Reason(
            self, draft, found.cost, " ".join(game.write_move(move) for move in found.best), found.behind,
            tuple((*part, seconds) for part, seconds in found.account),
            found.named.principle.code if found.named else "", why_in_words(game, words(game.key), found),
        )  # fmt: skip

    def play(self, script: str, seed: int | str | None = None) -> Position:
        """The position after some legal moves. The script may tell outcomes of dice and cards ("4!" a hazard, "4."
        none); others are rolled at random where there is a seed, and are harmless where there is none."""
        game, state, happened = self.engine.game, self.state, list[str]()
        rest = game.harmless_luck if seed is None else Seeded(seed)
        language = words(game.key)
        try:
            scripted = game.read_draft(script)
            if seed is None and (untrue := told_too_much(game, state, scripted)):
                raise untrue
            for written, shown in zip(scripted.moves, scripted.shown or ((),) * len(scripted.moves), strict=True):
                move, faces = game.complete_script(state, written, shown)
                if broken := game.judge(state, (move,)):
                    told_why = explain_briefly(game, state, (move,), broken[0])
                    raise ValueError(f"{game.write_move(move)}: {told_why.said} {told_why.why} [{told_why.code}]")
                state, events = game.play(state, move, Prompted(faces, rest))
                for event in events:
                    what, facts = game.describe_event(state, event)
                    happened.append(language.phrase("events", what, {"driver": "", **facts}))
        except Refused as error:
            raise ValueError(explain_refusal(game, error)) from None
        return Position(self.engine, state, tuple(happened))

    def draw(self, draft: str = "") -> Picture:
        """The picture of the position, with a draft laid on it."""
        game = self.engine.game
        return Picture(game.draw(self.state, game.read_draft(draft).moves if draft else ()))

    def _repr_svg_(self) -> str:
        return self.draw()._repr_svg_()

    def __repr__(self) -> str:
        return f"{self.engine.key}.position({self.text!r})"


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a position: shapes that whoever draws can ask for; a notebook shows them as an image."""

    scene: Scene

    def _repr_svg_(self) -> str:
        return svg(self.scene)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The rules' verdict on a draft. It is true where the draft is legal; a notebook cell shows it in words."""

    position: Position = field(repr=False)
    draft: str
    refusals: tuple[Explanation, ...]
    """The rules that the draft breaks, explained."""
    warnings: tuple[Explanation, ...]
    """The legal steps that are likely to cost something, explained."""
    chance: Fraction
    """Of a legal draft: the chance that something goes wrong."""

    @property
    def legal(self) -> bool:
        """Whether no rule refuses the draft."""
        return not self.refusals

    def __bool__(self) -> bool:
        return self.legal

    @property
    def _told(self) -> list[Explanation]:
        """All that is said of the draft, the first on the road first."""
        return sorted((*self.refusals, *self.warnings), key=lambda one: one.at)

    def _lines(self) -> Iterable[str]:
        """The verdict and the chance, without the reasons."""
        key = self.position.engine.key
        yield colon(self.draft, _said(self.position.engine, "legal" if self.legal else "not-legal"))
        if self.chance:
            yield f"{shared_words(key, 'page')['chance'].format(chance=words(key).fact('chance', self.chance))}."

    def __str__(self) -> str:
        rows = (f"{one.title}  [{one.code}]\n  {one.said}\n  {one.why}\n  {one.fix}" for one in self._told)
        return "\n".join([*self._lines(), *rows])

    def _repr_html_(self) -> str:
        parts = [f"<p><strong>{escape(' '.join(self._lines()))}</strong></p>"]
        for one in self._told:
            said = " ".join(filter(None, (one.said, one.why)))
            parts.append(
                f"<p><strong>{escape(one.title)}</strong> <code>{escape(one.code)}</code><br>{escape(said)}<br>"
                f"{escape(one.fix)}<br><small>{escape(one.cite)}</small></p>"
            )
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Reason:
    """A draft beside the best one: the figures, and why in a sentence or two; a notebook cell shows these."""

    position: Position = field(repr=False)
    draft: str
    cost: float
    """Seconds to the finish with this draft, driven on as well as can be."""
    best: str
    behind: float
    account: tuple[tuple[str, str, str, float], ...]
    """By how much each part is dearer: the part, in which turn, on which space, seconds. Their sum is `behind`."""
    principle: str
    """The code of the principle of driving that explains most; nothing where none does."""
    said: str

    def __str__(self) -> str:
        return colon(self.draft, self.said)

    def _repr_html_(self) -> str:
        return f"<p>{colon(f'<strong>{escape(self.draft)}</strong>', escape(self.said))}</p>"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule in words: as one sentence, its reason, where the book says so, and examples that keep and break it."""

    code: str
    title: str
    why: str
    cite: str
    kept: tuple[str, ...]
    """Examples that keep the rule: a position, `::`, a draft. The top of `core/rule.py` has all forms."""
    broken: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.title}  [{self.code}]\n  {self.why}\n  § {self.cite}"

    def _repr_html_(self) -> str:
        told = text_tables("tutor")["notebook"]
        examples = "".join(
            f"<li>{colon(told[name], f'<code>{escape(text)}</code>')}</li>"
            for name, texts in (("kept", self.kept), ("broken", self.broken))
            for text in texts
        )
        return (
            f"<p><strong>{escape(self.title)}</strong> <code>{escape(self.code)}</code><br>{escape(self.why)}<br>"
            f"<small>{escape(self.cite)}</small></p><ul>{examples}</ul>"
        )
