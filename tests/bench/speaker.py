"""The cost of a drive in a language, by the processor's time: others work on this machine as well.

python -m tests.bench.speaker start de    CPU milliseconds until a page is there, and MB of memory
python -m tests.bench.speaker die         CPU microseconds of a laid die by language, in turn, so many of each
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median

from rallyman_tutor.page.visit import Visit
from rallyman_tutor.pages.app import lessons_at_hand
from rallyman_tutor.tutor.words.language import LANGUAGES

DICE = 301


def begun(language: str) -> Visit:
    """A drive in a language, with all that comes behind its first answer."""
    visit = Visit(lessons_at_hand(), "drive")
    visit.hears({"do": "hello", "language": language, "theme": "light"})
    assert visit.page.looks.language == language
    for _ in visit.later:
        pass
    return visit


def start(language: str) -> list[float]:
    """A page from when Python starts."""
    begun(language)
    return [1000 * time.process_time(), memory("self")]


def die() -> dict[str, float]:
    """Dice, each of them laid and taken back again."""
    visits = {language: begun(language) for language in LANGUAGES}
    spent: dict[str, list[float]] = {language: [] for language in LANGUAGES}
    for _ in range(DICE):
        for language, visit in visits.items():
            before = time.process_time()
            visit.hears({"do": "lay", "piece": "1", "place": "s1"})
            spent[language].append(1e6 * (time.process_time() - before))
            assert visit.page.session is not None and visit.page.session.draft
            visit.hears({"do": "back"})
    return {language: median(found) for language, found in spent.items()}


def memory(process: int | str) -> float:
    """The memory of a process in MB: its own, and its share of what it has in common with others."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    print(json.dumps(die() if sys.argv[1] == "die" else start(sys.argv[2])))
