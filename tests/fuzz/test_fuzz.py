"""No input ends in a traceback: every spoiled input is answered with a result, or with a refusal that helps.

python -m tests.fuzz.run tells it in a table, and keeps what is answered otherwise in `failed.jsonl`, which runs here
each time.
"""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from rallyman_tutor.core.notation import Refused
from rallyman_tutor.core.rule import Illegal
from rallyman_tutor.games import SHELF
from tests.fuzz.inputs import ANSWERS, FAILED, KINDS, SEEDS, Input, inputs, seeds, wrong_with
from tests.fuzz.spoil import spoiled, spoiled_data

MANY, MANY_WIDE = 200, 12_500
"""Inputs of each game."""


@pytest.mark.parametrize("key", SHELF)
def test_no_input_ends_in_a_traceback(key: str, wide: bool) -> None:
    some = islice(inputs(key, seed=0), MANY_WIDE if wide else MANY)
    found = [(given.line, wrong) for given in some if (wrong := [*wrong_with(given)])]
    assert not found, "\n".join(f"{line[:1000]}: {wrong}" for line, wrong in found[:10])


@pytest.mark.parametrize("line", FAILED.read_text("utf-8").splitlines(), ids=lambda line: str(len(line)))
def test_what_once_ended_in_a_traceback_is_answered(line: str) -> None:
    assert not [*wrong_with(Input(**json.loads(line)))]


@pytest.mark.parametrize("key", SHELF)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("command", "lesson")])
def test_inputs_are_good_before_they_are_spoiled(kind: str, key: str) -> None:
    """Else nothing of a kind would ever be read, and nothing behind its reader be tried."""
    good, refused = seeds(key, kind)[:30], 0
    for one in good:
        try:
            assert not [*ANSWERS[kind](key, one)]
        except (Refused, Illegal):
            refused += 1
    assert refused < len(good) / 2


def test_a_spoiled_input_is_another_one_and_depends_on_its_seed_alone() -> None:
    text, words = SEEDS["classic"]["positions"][0], ("A", "4")
    made = [spoiled(text, random.Random(seed), words) for seed in range(50)]
    assert made == [spoiled(text, random.Random(seed), words) for seed in range(50)] and len({*made}) > 40
    data = {"a": [1, {"b": "x"}]}
    assert [spoiled_data(data, random.Random(seed), words) for seed in range(20)] != [data] * 20
    assert data == {"a": [1, {"b": "x"}]}


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_of_ours_is_found_behind_every_kind_of_input(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*asked: object) -> None:
        raise LookupError("ours")

    given = Input(kind, "classic", seeds("classic", kind)[0])
    monkeypatch.setitem(ANSWERS, kind, mistaken)
    assert "ours" in "".join(wrong_with(given))
