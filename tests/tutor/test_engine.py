"""The engine as a library: a cell's picture, a verdict's words, and the few modules loaded by asking for a game."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import rallyman_tutor
from rallyman_tutor import classic, crazy_rally, dirt, mil_millas
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.table.engine import Engine
from rallyman_tutor.tutor.words.language import speaking
from rallyman_tutor.tutor.words.words import colon, text_tables
from tests.test_house import HEAVY, ROOT

BEND = "s4 R3/4x3 s5 | A@s4 g4"
ENGINES = (classic, dirt, crazy_rally, mil_millas)


def words_of(html: str) -> str:
    """The words of a piece of HTML; every tag that is opened is closed."""

    class Reader(HTMLParser):
        read = ""
        opened: tuple[str, ...] = ()

        def handle_starttag(self, tag: str, attrs: Any) -> None:
            if tag != "br":
                self.opened = (*self.opened, tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.opened[-1] == tag
            self.opened = self.opened[:-1]

        def handle_data(self, data: str) -> None:
            self.read += data

    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.opened == ()
    return reader.read


def test_every_game_is_there_by_its_name() -> None:
    assert [engine.key for engine in ENGINES] == list(SHELF)
    assert set(rallyman_tutor.__all__) == set(SHELF) <= set(dir(rallyman_tutor))
    assert rallyman_tutor.classic is classic
    with pytest.raises(AttributeError):
        vars(rallyman_tutor)["__getattr__"]("monopoly")


@pytest.mark.parametrize(
    ("ask", "loaded"),
    [("import rallyman_tutor", 1), ("from rallyman_tutor import classic; classic.position('s4 | A')", 2)],
)
def test_asking_for_a_game_loads_no_more_than_it_needs(ask: str, loaded: int) -> None:
    told = f"{ask}; import sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = run.stdout.split()
    assert not set(HEAVY) & set(modules)
    ours = [module for module in modules if module.startswith("rallyman_tutor")]
    assert len(ours) == 1 if loaded == 1 else not [module for module in ours if ".games.dirt" in module]


@pytest.mark.parametrize("engine", ENGINES, ids=[engine.key for engine in ENGINES])
def test_a_position_shows_itself_and_is_written_as_it_is_read(engine: Engine) -> None:
    here = engine.start()
    for shown in (here, here.draw()):
        assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    assert engine.position(here.text).text == here.text and here.text in repr(here)
    assert not here.over and here.moves()


@pytest.mark.parametrize("engine", ENGINES, ids=[engine.key for engine in ENGINES])
def test_a_game_is_played_to_its_end_from_a_seed_twice_alike(engine: Engine) -> None:
    def ends() -> list[str]:
        now = engine.start()
        texts: list[str] = []
        while not now.over and len(texts) < 40:
            now = now.play(now.moves()[0], seed=len(texts))
            texts.append(f"{now.text} {now.happened}")
        return texts

    assert ends() == ends()


def test_a_verdict_names_rule_reason_remedy_and_source() -> None:
    here = classic.position(BEND)
    verdict = here.judge("4>l")
    assert not verdict and not verdict.legal
    (refusal,) = verdict.refusals
    assert refusal.code == "CL-BEND-10"
    for text in (str(verdict), words_of(verdict._repr_html_())):
        for part in (refusal.title, refusal.code, refusal.said, refusal.why, refusal.fix):
            assert part in text
    assert refusal.cite in words_of(verdict._repr_html_())


def test_a_legal_draft_is_told_with_what_it_risks() -> None:
    verdict = classic.position("s14 | A@s1 g2").judge("3 4 w")
    assert verdict and verdict.legal and 0 < verdict.chance < 1
    assert "legal" in str(verdict) and "to lose control" in str(verdict)
    assert "% to be too fast or too slow for the next course card" in str(
        crazy_rally.position("rest | A v6 B08 | choose").judge("play B08+")
    )


def test_what_is_written_into_a_cell_is_escaped() -> None:
    here = classic.position(BEND)
    assert "4&gt;l" in here.judge("4>l")._repr_html_() and "<b>" not in here.judge("4>l")._repr_html_()


def test_playing_on_tells_what_happened_and_leaves_the_position_alone() -> None:
    here = classic.position(BEND)
    after = here.play("4>d! 3")
    assert "A: the 4, hazard." in after.happened and here.happened == ()
    assert here.text == classic.position(BEND).text != after.text
    rolled = {here.play("4>d", seed).happened for seed in range(30)}
    assert len(rolled) == 2  # a hazard or none


@pytest.mark.parametrize(
    ("language", "may", "may_not"),
    [
        ("en", "legal.", "not legal."),
        ("de", "erlaubt.", "nicht erlaubt."),
        ("es", "permitido.", "no permitido."),
        ("fr", "permis.", "pas permis."),
        ("nl", "toegestaan.", "niet toegestaan."),
    ],
)
def test_a_notebook_speaks_the_language_that_is_spoken(language: str, may: str, may_not: str) -> None:
    with speaking(language):
        told = [str(classic.position(BEND).judge(draft)).splitlines()[0] for draft in ("3", "4>l")]
        rule, said = words_of(classic.rule("CL-GEAR-03")._repr_html_()), text_tables("tutor")["notebook"]
        refused = []
        for ask in (lambda: classic.start(9), lambda: classic.rule("X"), lambda: mil_millas.start().why("50")):
            with pytest.raises(ValueError, match=r".") as problem:
                ask()
            refused.append(str(problem.value))
        assert told == [colon("3", may), colon("4>l", may_not)]
        assert all(rule.count(colon(said[name], "")) for name in ("kept", "broken"))
        facts = {"least": 1, "most": 4, "n": 9, "code": "'X'", "list": "rules()"}
        games = {"players": classic, "no-rule": classic, "no-dice": mil_millas}
        assert refused == [said[name].format(game=game.name, **facts) for name, game in games.items()]


def test_a_rule_is_told_with_its_examples() -> None:
    rule = classic.rule("CL-GEAR-03")
    assert rule.broken and "one step at a time" in str(rule)
    told = words_of(rule._repr_html_())
    assert all(part in told for part in (rule.title, rule.code, rule.why, rule.cite, *rule.kept, *rule.broken))
    assert [rule.code for rule in dirt.rules()] == [rule.code for rule in SHELF["dirt"].rules()]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: classic.position("s4 |"), "I come to the end at column 5"),
        (lambda: classic.position(BEND).judge("q"), "I get stuck at column 1"),
        (lambda: classic.position(BEND).play("q"), "I get stuck at column 1"),
        (lambda: classic.position(BEND).play("2>d"), "CL-"),
        (lambda: classic.rule("CL-GER-03"), "CL-GEAR-03"),
        (lambda: classic.start(9), "1 to 4"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(ask: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ask()


def test_type_checkers_are_told_of_our_types() -> None:
    assert (ROOT / "rallyman_tutor/py.typed").is_file()


def test_a_verdict_tells_the_first_fault_on_the_road_first() -> None:
    told = str(classic.position("s4 R3/4x3 s5 | A@s4 g5").judge("w 5"))
    assert told.index("CL-BEND-05") < told.index("CL-LOC-02")


def test_what_a_script_tells_too_much_is_refused_whether_it_is_judged_or_played() -> None:
    position = classic.position("s14 | A@s1 g2")
    for ask in (position.judge, position.play):
        with pytest.raises(ValueError, match="Move 3, 'w', tells more"):
            ask("3! 4! w!{spin} sisu")
