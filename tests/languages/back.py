"""Translated back, and compared by facts.

    python -m tests.languages.back write de FOLDER
    python -m tests.languages.back compare de FOLDER

`write` puts every sentence of a language into numbered parts, `001.txt` and so on, without a word of the English one.
Somebody who has not seen the English texts tells each line in English, in `001.back.txt`. `compare` takes the facts of
each sentence, told back and in English (numbers, negations, who, which die, which space, which way round), and prints
the sentences whose facts differ. A sentence that is told in other words has other facts now and then: a person looks
at each of these.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rallyman_tutor.tutor.words.language import ENGLISH
from rallyman_tutor.tutor.words.texts import GRAMMAR, OWN_LENGTH, ROOMS, room_texts, sentences_in

LESSONS = Path(__file__).parents[2] / "lessons"
PART = 150
"""Sentences in a part."""
INDEX = "index.lst"
"""Where each sentence stands, in the order of their numbers: texts may come and go until they are compared."""

NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        (
            ("zero", "nil"),
            ("one", "1st", "once", "single", "first"),
            ("two", "2nd", "twice", "double", "second", "both", "pair"),
            ("three", "3rd", "third", "thrice"),
            ("four", "4th", "fourth"),
            ("five", "5th", "fifth"),
            ("six", "6th", "sixth"),
            ("seven", "7th", "seventh"),
            ("eight", "8th", "eighth"),
            ("nine", "9th", "ninth"),
            ("ten", "tenth"),
            ("eleven",),
            ("twelve",),
        )
    )
    for word in words
}
WITHOUT_NUMBER = {"one", "once", "first", "single", "second", "both", "pair", "double"}
"""Words that stand for a number as often as for something else: "the first one", "one another", "a second"."""
KINDS: dict[str, dict[str, str]] = {
    "negation": {
        "no": r"\b(?:not?|never|none|nothing|nobody|nowhere|neither|nor|without|cannot|no longer|no one)\b|n[’']t\b",
    },
    "who": {
        "you": r"\b(?:you|your|yourself)\b",
        "other": r"\b(?:others?|another|rivals?|opponents?|opposing|other drivers?|other players?)\b",
        "all": r"\b(?:every(?:body|one)?|all|each)\b",
        "team": r"\b(?:team|partner|teammate)s?\b",
    },
    "die": {
        "gas": r"\bgas\b|\baccelerat\w*|\bthrottle\b",
        "brake": r"\bbrak\w+",
        "leader": r"\blead(?:er|ing|s)?\b",
        "gear": r"\bgears?\b",
    },
    "space": {
        "bend": r"\b(?:bends?|curves?|corners?|turns? \(road\))\b",
        "drift": r"\bdrift\w*",
        "jump": r"\bjump\w*|\bcrests?\b",
        "cut": r"\bcut\w*\b|\bshortcuts?\b",
        "finish": r"\bfinish\w*|\bgoal\b",
        "start": r"\bstart\w*",
        "snow": r"\bsnow\w*",
        "forest": r"\bforests?\b|\bwoods?\b",
        "straight": r"\bstraights?\b",
    },
    "way round": {
        "most": r"\bat most\b|\bno more than\b|\bup to\b",
        "least": r"\bat least\b|\bno (?:less|fewer) than\b",
        "only": r"\bonly\b|\balone\b|\bjust\b|\bsolely\b",
    },
}


class Told(NamedTuple):
    """A sentence of a language, where it stands, and the English one."""

    where: str
    own: str
    english: str


def told_in(language: str) -> list[Told]:
    """Every sentence that is told in a language, in the order of the files."""
    return [*_texts(language), *_lessons(language)]


def _texts(language: str) -> Iterator[Told]:
    for room in ROOMS:
        english = {key: one for key, one in room_texts(room, ENGLISH).tables.items() if key != GRAMMAR}
        own = dict(sentences_in(_plain(room_texts(room, language).tables)))
        for name, one in sentences_in(_plain(english)):
            if one and not name.startswith(OWN_LENGTH) and name in own:
                yield Told(f"{room} {name}", own[name], one)


def _plain(part: object) -> object:
    """Texts as they are written: a sentence that tells facts in forms knows its own text."""
    if isinstance(part, dict):
        return {key: _plain(one) for key, one in part.items()}
    return [_plain(one) for one in part] if isinstance(part, list) else part


def _lessons(language: str) -> Iterator[Told]:
    for file in sorted(LESSONS.glob(f"*/*/{language}.md")):
        own, english = (_sections(file.with_name(f"{name}.md")) for name in (language, ENGLISH))
        for (step, said), (_, one) in zip(own, english, strict=True):
            yield Told(f"{file.parent.parent.name}/{file.parent.name} {step}", said, one)


def _sections(file: Path) -> list[tuple[str, str]]:
    """The sections of a lesson's words: the step's name, and all that is said there, in one line."""
    step, found = "title", dict[str, list[str]]()
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("## "):
            step = line[3:]
        elif line.strip():
            found.setdefault(step, []).append(line.strip())
    return [(step, " / ".join(lines)) for step, lines in found.items()]


def facts_of(text: str) -> dict[str, frozenset[str]]:
    """The facts of an English sentence by kind."""
    places = frozenset(re.findall(r"\{(\w+)", text))
    bare = re.sub(r"\{\w+\}|\{\w+:|[|}]", " ", text).lower().replace("_", " ")
    words = re.findall(r"[a-z]+|\d+(?:st|nd|rd|th)?", bare)
    numbers = (NUMBERS.get(word, re.sub(r"\D", "", word)) for word in words if word not in WITHOUT_NUMBER)
    return {
        "number": frozenset(filter(None, numbers)),
        "fact": places,
        **{
            kind: frozenset(name for name, pattern in patterns.items() if re.search(pattern, bare))
            for kind, patterns in KINDS.items()
        },
    }


def differences(english: str, back: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """The kinds of facts that differ: those that only English has, and those that only the other has."""
    first, second = facts_of(english), facts_of(back)
    return {
        kind: (first[kind] - second[kind], second[kind] - first[kind]) for kind in first if first[kind] != second[kind]
    }


def write(language: str, folder: Path) -> int:
    """Write the parts; how many sentences there are."""
    folder.mkdir(parents=True, exist_ok=True)
    told = told_in(language)
    for begins in range(0, len(told), PART):
        lines = (f"{n}\t{one.own}" for n, one in enumerate(told[begins : begins + PART], begins + 1))
        part = folder / f"{begins // PART + 1:03}.txt"
        part.write_text("\n".join(line.replace("\n", " / ") for line in lines) + "\n", "utf-8")
    (folder / INDEX).write_text("".join(f"{one.where}\n" for one in told), "utf-8")
    return len(told)


def told_back(folder: Path) -> dict[str, tuple[int, str]]:
    """The sentences told back in English, by where they stand, each with its number."""
    index = (folder / INDEX).read_text("utf-8").splitlines()
    found = dict[str, tuple[int, str]]()
    for file in sorted(folder.glob("*.back.txt")):
        for line in file.read_text("utf-8").splitlines():
            number, tab, text = line.partition("\t")
            if tab and number.isdigit():
                found[index[int(number) - 1]] = int(number), text
    return found


def compare(language: str, folder: Path) -> None:
    """Print the sentences whose facts differ, and how many there are of each kind."""
    told, back = told_in(language), told_back(folder)
    counted = dict.fromkeys(("number", "fact", *KINDS), 0)
    many = 0
    for one in told:
        n, said = back.get(one.where, (0, ""))
        if said and (found := differences(one.english, said)):
            many += 1
            for kind in found:
                counted[kind] += 1
            what = "; ".join(
                f"{kind}: {', '.join(sorted(lost)) or '–'} > {', '.join(sorted(new)) or '–'}"
                for kind, (lost, new) in found.items()
            )
            print(f"{n}\t{one.where}\t[{what}]\n\ten: {one.english}\n\tbk: {said}\n\t{language}: {one.own}")
    print(f"{len(back)} of {len(told)} sentences were told back, the facts of {many} differ:",
          ", ".join(f"{kind} {count}" for kind, count in counted.items()), file=sys.stderr)  # fmt: skip


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("what", choices=("write", "compare"))
    asked.add_argument("language")
    asked.add_argument("folder", type=Path)
    told = asked.parse_args()
    if told.what == "write":
        print(write(told.language, told.folder), "sentences")
    else:
        compare(told.language, told.folder)


if __name__ == "__main__":
    main()
