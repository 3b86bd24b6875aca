"""The words of a lesson, read from its Markdown file: a title, a sentence for the map, and a section for each step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rallyman_tutor.tutor.lesson.faults import Fault
from rallyman_tutor.tutor.lesson.lessons import Choice, PictureNamed, StepText
from rallyman_tutor.tutor.words.language import at_hand
from rallyman_tutor.tutor.words.texts import ROOMS, room_texts

MOST_SENTENCES = 2


class Prose(NamedTuple):
    """The words of a lesson in one language: each section with the line it begins on."""

    title: str
    about: str
    steps: Mapping[str, tuple[StepText, int]]
    last: int  # line of the file


FOREIGN = (r"`", r"\]\(", r"!\[", r"<[a-zA-Z/]", r"__", r"^\s*\|", r"^\s*\d+\. ", r"^#{3}", r"^\s*(---|===)")
"""Markup that learners would see as signs."""


def decode(raw: bytes) -> str:
    """The text of a file whichever way an editor saved it: with a byte order mark, with any line ends."""
    return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def without_comments(text: str) -> str:
    """A text without its comments; its lines keep their numbers."""
    return re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)


LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(https://[^)\s]+\)")
"""A link of a text: the words, and where they lead."""
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
"""A picture, alone on its line: what it shows in words, and its file."""


def spoken(text: str) -> str:
    """A text as it is read aloud, without markup."""
    return LINK.sub(r"\1", text).replace("*", "")


def read_prose(text: str, file: str, faults: list[Fault]) -> Prose:
    """The words of a Markdown file; what is wrong with them is added to `faults`."""
    lines = without_comments(text).split("\n")
    for number, line in enumerate(lines, 1):
        if PICTURE.fullmatch(line.strip()):
            continue
        stars = re.sub(r"\*\*[^*]+\*\*|\*[^*]+\*", "", line.removeprefix("* "))
        words = LINK.sub(r"\1", line)
        if any(re.search(pattern, words) for pattern in FOREIGN) or "*" in stars or line.startswith("* "):
            faults.append(Fault(file, number, line.strip()[:24], "markup"))
    heads = [number for number, line in enumerate(lines) if re.match(r"##?(?!#)", line)]
    if not heads or lines[heads[0]].startswith("##") or any(line.strip() for line in lines[: heads[0]]):
        faults.append(Fault(file, 1, "#", "no-title"))
        return Prose("", "", {}, len(lines))
    title_ = lines[heads[0]].lstrip("# ").strip()
    steps: dict[str, tuple[StepText, int]] = {}
    ends = [*heads[1:], len(lines)]
    about = " ".join(line.strip() for line in lines[heads[0] + 1 : ends[0]] if line.strip())
    if not title_:
        faults.append(Fault(file, heads[0] + 1, "#", "no-title"))
    if PICTURE.search(about):
        faults.append(Fault(file, heads[0] + 1, title_ or "#", "picture-there"))
    if count_sentences(about) != 1:
        faults.append(Fault(file, heads[0] + 1, title_ or "#", "about", {"count": count_sentences(about)}))
    if LINK.search(f"{title_} {about}"):
        faults.append(Fault(file, heads[0] + 1, title_ or "#", "link-there"))
    for first, end in zip(heads[1:], ends[1:], strict=True):
        id_ = lines[first].lstrip("# ").strip() or "##"  # a bare heading is known by its signs
        if not lines[first].startswith("##"):
            faults.append(Fault(file, first + 1, id_, "second-title"))
        elif id_ in steps:
            faults.append(Fault(file, first + 1, id_, "section-twice", {"found": id_}))
        else:
            steps[id_] = (_section(lines, first, end, id_, file, faults), first + 1)
    return Prose(title_, about, steps, len(lines))


def _section(lines: list[str], first: int, end: int, id_: str, file: str, faults: list[Fault]) -> StepText:
    """The words of one step: goal, text, hint, answers, what comes of the right one, what is told to the others."""
    paragraphs: list[tuple[int, list[str]]] = []
    hint: list[str] = []
    answers: list[Choice] = []
    after: list[str] = []
    pictures: list[PictureNamed] = []
    fresh = True
    for number in range(first + 1, end):
        line = lines[number].strip()
        if not line:
            fresh = True
        elif match := PICTURE.fullmatch(line):
            pictures.append(PictureNamed(match[2], match[1].strip(), number + 1))
            fresh = True
            if not paragraphs:
                faults.append(Fault(file, number + 1, id_, "picture-there"))
            if not match[1].strip():
                faults.append(Fault(file, number + 1, id_, "picture-words", {"found": match[2]}))
        elif line.startswith(">"):
            hint.append(line[1:].strip())
        elif line.startswith("! "):
            after.append(line[1:].strip())
        elif match := re.match(r"-\s+([^:\s]+):\s*(\S.*)", line):
            answers.append(Choice(match[1], match[2]))
        elif line.startswith("- "):
            faults.append(Fault(file, number + 1, id_, "bad-answer", {"found": line}))
        elif fresh:
            paragraphs.append((number + 1, [line]))
            fresh = False
        else:
            paragraphs[-1][1].append(line)
    if not paragraphs:
        faults.append(Fault(file, first + 1, id_, "no-goal-line"))
        return StepText(answers=tuple(answers), after=" ".join(after), line=first + 1)
    goal, *text = [" ".join(part) for _, part in paragraphs]
    if count_sentences(goal) != 1:
        faults.append(Fault(file, paragraphs[0][0], id_, "goal-sentences", {"count": count_sentences(goal)}))
    if (count := sum(map(count_sentences, text))) > MOST_SENTENCES:
        faults.append(Fault(file, paragraphs[1][0], id_, "too-many-sentences", {"count": count}))
    if any(map(LINK.search, (*paragraphs[0][1], *hint, *(choice.text for choice in answers)))):
        faults.append(Fault(file, paragraphs[0][0], id_, "link-there"))
    ids = [choice.id for choice in answers]
    told = [Choice(match[1], match[2]) for line in after if (match := _told(line)) and match[1] in ids]
    after = [line for line in after if not ((match := _told(line)) and match[1] in ids)]
    for named in (ids, [choice.id for choice in told]):
        for twice in {one for one in named if named.count(one) > 1}:
            faults.append(Fault(file, first + 1, id_, "answer-twice", {"found": twice}))
    spoken_after = " ".join(after)
    return StepText(
        goal, tuple(text), " ".join(hint), tuple(answers), spoken_after, first + 1, tuple(told), tuple(pictures)
    )


def _told(line: str) -> re.Match[str] | None:
    """The words told to one answer, with its id."""
    return re.match(r"([a-z0-9-]+):\s+(\S.*)", line)


def count_sentences(text: str) -> int:
    """How many sentences a text has; the last one may lack its full stop, and the one of "4. Gang" ends none."""
    ends = re.compile(r"(?<=[.!?…])(?:[*\"”’“)]|\s?»)*\s+")
    found = (end for end in ends.finditer(text.strip()) if not _is_ordinal(text.strip(), end))
    return sum(1 for _ in found) + bool(text.strip())


def _is_ordinal(text: str, end: re.Match[str]) -> bool:
    """Whether the full stop belongs to the number before it."""
    return bool(re.fullmatch(r"\d\.", text[: end.start()][-2:])) and text[end.end() :].startswith(
        _behind_ordinals(at_hand())
    )


@lru_cache(maxsize=4)
def _behind_ordinals(languages: tuple[str, ...]) -> tuple[str, ...]:
    """The words behind an ordinal that has a full stop, as the gears of these languages have them: "der 4. Gang"."""
    rooms = [room for room in ROOMS if room.startswith("games.")]
    gears = [gear for one in languages for room in rooms for gear in room_texts(room, one).tables["words"]["gears"]]
    return tuple({found[1] for gear in gears if (found := re.search(r"\d\. (\w+)", gear))})
