"""An address as a QR code: it is read back as a phone would, with errors put right, and looks as the standard says."""

from __future__ import annotations

import pytest

from rallyman_tutor.pages import qr
from tests.some import some

ADDRESSES = [f"http://192.168.1.{n}:8866/room{'/' * bool(n)}{'x' * n}" for n in (0, 3, 9, 20, 40, 70)]


def read(grid: qr.Grid) -> str:
    """The text of a code: its mask from the format, its data along the path, each byte of correction checked."""
    size = len(grid)
    version = (size - 17) // 4
    bits = [
        [grid[y][x] for (x, y), _ in qr.places_of_format(size)],
        [grid[y][x] for _, (x, y) in qr.places_of_format(size)],
    ]
    assert bits[0] == bits[1]
    found = sum(bit << at for at, bit in enumerate(bits[0]))
    (mask,) = (mask for mask in range(8) if qr.format_bits(mask) == found)
    stream = [grid[y][x] ^ (not qr.MASKS[mask](x, y)) for x, y in qr.path(version)]
    data, correction = qr.CAPACITY[version]
    words = [int("".join(map(str, map(int, stream[at : at + 8]))), 2) for at in range(0, 8 * (data + correction), 8)]
    root = 1
    for _ in range(correction):  # a whole word is 0 at every root of the polynomial
        value = 0
        for word in words:
            value = qr.times(value, root) ^ word
        assert value == 0
        root = qr.times(root, 2)
    assert words[0] >> 4 == 4
    many = (words[0] & 15) << 4 | words[1] >> 4
    text = [(words[at] & 15) << 4 | words[at + 1] >> 4 for at in range(1, many + 1)]
    return bytes(text).decode()


@pytest.mark.parametrize("text", [*ADDRESSES, "http://kaféhaus.example/レ"])
def test_a_code_is_read_back(text: str) -> None:
    assert read(qr.code(text)) == text


def test_one_module_that_is_wrong_is_noticed() -> None:
    grid = qr.code(ADDRESSES[0])
    x, y = next(iter(qr.path(2)))
    grid[y][x] ^= 1
    with pytest.raises(AssertionError):
        read(grid)


def test_it_is_drawn_as_the_standard_says() -> None:
    """The example is the one of the standard: what format bits are for level L and each mask."""
    assert [f"{qr.format_bits(mask):015b}" for mask in range(8)] == [
        "111011111000100", "111001011110011", "111110110101010", "111100010011101",
        "110011000101111", "110001100011000", "110110001000001", "110100101110110",
    ]  # fmt: skip
    for text in some(ADDRESSES):
        grid = qr.code(text)
        assert "".join(map(str, grid[0][:8])) == "11111110" and "".join(map(str, grid[3][:8])) == "10111010"
        assert [grid[6][at] for at in range(8, len(grid) - 8)] == [(at + 1) % 2 for at in range(8, len(grid) - 8)]


def test_it_is_as_small_as_may_be_and_what_is_too_long_is_refused() -> None:
    assert [len(qr.code("x" * many)) for many in (17, 18, 32, 33, 53, 54, 78, 79, 106)] == [
        21,
        25,
        25,
        29,
        29,
        33,
        33,
        37,
        37,
    ]
    with pytest.raises(qr.TooLong):
        qr.code("x" * 107)


def test_its_picture_has_a_square_for_each_dark_module() -> None:
    grid = qr.code("x")
    assert qr.svg_path(grid).count("z") == sum(map(sum, grid)) and qr.svg_path(grid).startswith("M0 0h1v1h-1z")
