"""A table of the laws: each law, each game, how many cases were tried, and how many had a fault.

python -m tests.laws.run [GAME …] [--law 4] [--seed 7] [--many 20000] [--show 5]
"""

from __future__ import annotations

import argparse
import time

from rallyman_tutor.games import SHELF
from tests.laws.laws import EVERY_LAW, own_laws, tried


def main() -> None:
    parser = argparse.ArgumentParser(description="Try the laws on generated cases.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(SHELF)}; all of them where none is named")
    parser.add_argument("--law", type=int, action="append", help="only this law")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--many", type=int, default=500, help="cases of each law and game")
    parser.add_argument("--show", type=int, default=5, help="so many faulty cases are printed")
    asked = parser.parse_args()
    keys = asked.games or SHELF
    own = [(law, (key,)) for key in keys for law in own_laws(key)]
    for law, games in (*((law, keys) for law in EVERY_LAW), *own):
        if asked.law and law.number not in asked.law:
            continue
        for key in games:
            begun, many, wrong = time.perf_counter(), 0, 0
            for case in tried(law, key, asked.seed, asked.many):
                many += 1
                wrong += bool(case.faults)
                if case.faults and wrong <= asked.show:
                    print(f"    {case.line}\n        " + "\n        ".join(case.faults), flush=True)
            took = time.perf_counter() - begun
            print(f"law {law.number}  {key:<12} {many:>7,} cases  {wrong:>6,} with a fault  {took:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
