"""Reading by hand-written text: every mistake names its column and, by a key, what was expected there."""

from __future__ import annotations

import copy
import pickle

import pytest

from rallyman_tutor.core.notation import Misread, Reader, Refused


def test_a_mistake_names_column_expectation_and_what_stands_there() -> None:
    reader = Reader("s3 R9 s2")
    reader.take(r"s\d")
    with pytest.raises(Misread) as error:
        reader.expect(r"R[1-5]", "bend", {"list": ("R1", "R2")})
    assert (error.value.column, error.value.key, error.value.found) == (4, "bend", "R9")
    assert error.value.facts == {"list": ("R1", "R2")}
    assert str(error.value) == "column 4 of 's3 R9 s2': bend (list=('R1', 'R2'))"


def test_where_a_text_ends_too_early_nothing_is_found() -> None:
    with pytest.raises(Misread) as error:
        Reader("s3", 2).expect("x", "more")
    assert (error.value.column, error.value.found) == (3, "")


@pytest.mark.parametrize(
    ("text", "is_number"), [("c120", True), ("c" + "9" * 19, True), ("c" + "9" * 20, False), ("c" + "9" * 5000, False)]
)
def test_a_number_that_nobody_means_is_no_number(text: str, is_number: bool) -> None:
    reader = Reader(text)
    assert bool(reader.take(r"c\d+")) == is_number == reader.done


def test_parts_keep_their_columns_in_the_whole_line() -> None:
    one, two = Reader("a b | c d").split("|")
    assert one.take("a") and one.take("b") and one.done
    with pytest.raises(Misread) as error:
        two.expect("x", "x")
    assert error.value.column == 7


@pytest.mark.parametrize("error", [Refused("edition", {"found": "fr"}), Misread("s3 x", 4, "road")])
def test_a_refusal_is_a_value_error_and_can_be_copied(error: Refused) -> None:
    assert isinstance(error, ValueError)
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(again), str(again)) == (type(error), str(error))
