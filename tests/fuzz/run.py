"""A table of spoiled inputs: each kind, how many were tried, how many were answered with a traceback or without words.

python -m tests.fuzz.run [GAME …] [--kind save] [--seed 7] [--many 50000] [--keep]
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import islice

from rallyman_tutor.games import SHELF
from tests.fuzz.inputs import FAILED, KINDS, inputs, wrong_with


def main() -> None:
    parser = argparse.ArgumentParser(description="Hand in spoiled inputs.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(SHELF)}; all of them where none is named")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--many", type=int, default=2000, help="inputs in all")
    parser.add_argument("--keep", action="store_true", help="write faulty inputs into the corpus")
    parser.add_argument("--slow", type=float, default=5, help="print inputs whose answer takes so many seconds")
    asked = parser.parse_args()
    many, wrong, took = Counter[str](), Counter[str](), dict.fromkeys(KINDS, 0.0)
    games = asked.games or list(SHELF)
    for key in games:
        for given in islice(inputs(key, asked.seed, asked.kind or KINDS), asked.many // len(games)):
            begun = time.perf_counter()
            found = [*wrong_with(given)]
            took[given.kind] += (spent := time.perf_counter() - begun)
            many[given.kind] += 1
            wrong[given.kind] += bool(found)
            if found or spent > asked.slow:
                print(f"{given.line[:1500]}   {spent:.1f} s\n    " + "\n    ".join(found), flush=True)
            if found and asked.keep:
                with FAILED.open("a", encoding="utf-8") as file:
                    file.write(f"{given.line}\n")
    for kind in many:
        print(f"{kind:<9} {many[kind]:>7,} inputs  {wrong[kind]:>6,} with a fault  {took[kind]:7.1f} s")
    print(f"{'all':<9} {many.total():>7,} inputs  {wrong.total():>6,} with a fault  {sum(took.values()):7.1f} s")


if __name__ == "__main__":
    main()
