"""An address as a QR code (ISO/IEC 18004), for a projector: rows of dark and light modules.

Only the smaller half of the standard is here: bytes, level L of correction, versions 1 to 5, which hold 106 bytes. In
these all data lie in one block, so that no blocks have to be interleaved. `tests/pages/test_qr.py` reads codes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

CAPACITY = {1: (19, 7), 2: (34, 10), 3: (55, 15), 4: (80, 20), 5: (108, 26)}
"""By version: bytes of data, and bytes of correction."""
LEVEL_L = 0b01
FORMAT_MASK = 0b101010000010010
DARK = 1
Grid = list[list[int]]


class TooLong(ValueError):
    """The text has more bytes than the largest code holds."""


def code(text: str) -> Grid:
    """The modules of the code, row by row: 1 is dark. A margin of four light modules belongs around it."""
    content = text.encode()
    version = next((one for one, (data, _) in CAPACITY.items() if len(content) + 2 <= data), 0)
    if not version:
        raise TooLong(text)
    data, correction = CAPACITY[version]
    words = _words(content, data)
    bits = [word >> at & 1 for word in (*words, *_correction(words, correction)) for at in range(7, -1, -1)]
    return min((_drawn(version, bits, mask) for mask in range(8)), key=_penalty)


def _words(content: bytes, most: int) -> list[int]:
    """The bytes of the data: mode, length, content, and what fills the rest."""
    bits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content) + "0000"
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return [*words, *([0xEC, 0x11] * most)[: most - len(words)]]


# -- Correction: Reed-Solomon over the field of 256 numbers -----------------------------------------------------------


def times(one: int, other: int) -> int:
    """The product of two numbers of the field."""
    found = 0
    for at in range(7, -1, -1):
        found = found << 1 ^ (found >> 7) * 0x11D ^ (other >> at & 1) * one
    return found


def _correction(words: list[int], many: int) -> list[int]:
    """The rest of the data divided by the polynomial of this degree."""
    divisor, root = [*[0] * (many - 1), 1], 1
    for _ in range(many):
        divisor = [times(part, root) ^ (divisor[at + 1] if at + 1 < many else 0) for at, part in enumerate(divisor)]
        root = times(root, 2)
    rest = [0] * many
    for word in words:
        factor = word ^ rest.pop(0)
        rest.append(0)
        rest = [part ^ times(known, factor) for part, known in zip(rest, divisor, strict=True)]
    return rest


# -- Drawing ----------------------------------------------------------------------------------------------------------

MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
"""A module is turned over where its mask is 0."""


def fixed(version: int) -> dict[tuple[int, int], int]:
    """The modules that are alike in all codes of a version, by column and row: corners, alignment, timing; and the
    places of the format, light as yet."""
    size, found = 17 + 4 * version, dict[tuple[int, int], int]()
    for at in range(size):
        found[at, 6] = found[6, at] = (at + 1) % 2
    for left, top in ((3, 3), (size - 4, 3), (3, size - 4)):
        for dx, dy in product(range(-4, 5), repeat=2):
            if 0 <= left + dx < size and 0 <= top + dy < size:
                found[left + dx, top + dy] = int(max(abs(dx), abs(dy)) not in (2, 4))
    if version > 1:
        for dx, dy in product(range(-2, 3), repeat=2):
            found[size - 7 + dx, size - 7 + dy] = int(max(abs(dx), abs(dy)) != 1)
    for one, other in places_of_format(size):
        found[one] = found[other] = 0
    found[8, size - 8] = DARK
    return found


def places_of_format(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The two places of each bit of the format, the lowest first."""
    first = [*((8, at) for at in (0, 1, 2, 3, 4, 5, 7, 8)), *((at, 8) for at in (7, 5, 4, 3, 2, 1, 0))]
    second = [*((size - 1 - at, 8) for at in range(8)), *((8, size - 7 + at) for at in range(7))]
    return [*zip(first, second, strict=True)]


def path(version: int) -> Iterator[tuple[int, int]]:
    """The places of the data in their order: up and down in columns of two, from the right."""
    size, taken = 17 + 4 * version, fixed(version)
    for turn, right in enumerate(column for column in range(size - 1, 0, -2)):
        right -= right <= 6
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        for y in rows:
            for x in (right, right - 1):
                if (x, y) not in taken:
                    yield x, y


def format_bits(mask: int) -> int:
    """The level and the mask with their correction."""
    data = LEVEL_L << 3 | mask
    rest = data
    for _ in range(10):
        rest = rest << 1 ^ (rest >> 9) * 0x537
    return (data << 10 | rest) ^ FORMAT_MASK


def _drawn(version: int, bits: list[int], mask: int) -> Grid:
    size, found = 17 + 4 * version, fixed(version)
    stream = iter(bits)
    for x, y in path(version):
        found[x, y] = next(stream, 0) ^ (not MASKS[mask](x, y))
    for at, places in enumerate(places_of_format(size)):
        for place in places:
            found[place] = format_bits(mask) >> at & 1
    return [[int(found[x, y]) for x in range(size)] for y in range(size)]


def _penalty(grid: Grid) -> int:
    """How hard a code is to read: long rows of one colour, squares of one colour, what looks like a corner, and more of
    one colour than of the other."""
    size, found = len(grid), 0
    for rows in (grid, [list(column) for column in zip(*grid, strict=True)]):
        for row in rows:
            text = "".join(map(str, row))
            found += sum(len(run) - 2 for run in text.replace("01", "0 1").replace("10", "1 0").split() if len(run) > 4)
            found += 40 * sum(
                text.startswith(corner, at) for corner in ("10111010000", "00001011101") for at in range(size)
            )
    found += 3 * sum(
        grid[y][x] == grid[y][x + 1] == grid[y + 1][x] == grid[y + 1][x + 1]
        for x, y in product(range(size - 1), repeat=2)
    )
    dark = sum(map(sum, grid))
    return found + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def svg_path(grid: Grid) -> str:
    """The dark modules as the path of a picture in which a module is one unit wide."""
    return "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(grid) for x, dark in enumerate(row) if dark)
