"""Reading by hand-written text: every mistake names its column and what was expected there."""

from __future__ import annotations

import pytest

from rallyman_tutor.core.notation import Misread, Reader


def test_a_mistake_names_column_expectation_and_what_stands_there() -> None:
    reader = Reader("s3 R9 s2")
    reader.take(r"s\d")
    with pytest.raises(Misread) as error:
        reader.need(r"R[1-5]", "a bend")
    assert error.value.column == 4
    assert str(error.value) == "column 4: expected a bend, not 'R9'\n  s3 R9 s2\n     ^"


def test_a_text_that_ends_too_early_says_so() -> None:
    with pytest.raises(Misread, match="column 3: expected more, but the text ends"):
        Reader("s3", 2).need("x", "more")


def test_parts_keep_their_columns_in_the_whole_line() -> None:
    one, two = Reader("a b | c d").parts("|")
    assert one.take("a") and one.take("b") and one.done
    with pytest.raises(Misread) as error:
        two.need("x", "an x")
    assert error.value.column == 7
