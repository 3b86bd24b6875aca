"""The home page as plain data: the course as a road with stars, where to go on, what is due, and what one has learned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rallyman_tutor.core.game import Game
from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.explain import cited, title
from rallyman_tutor.tutor.progress import Progress, due, earned, licence
from rallyman_tutor.tutor.shelf import Cover
from rallyman_tutor.tutor.words import words

Plain = dict[str, Any]


def stars(lesson: Cover, progress: Progress) -> int:
    """What a learner has earned in a lesson."""
    return earned(progress, lesson.name, lesson.steps)


def home(lessons: Sequence[Cover], progress: Progress, game: Game[Any, Any], now: datetime) -> Plain:
    """Everything the home page shows."""
    listed = [
        {"name": one.name, "title": one.title, "about": one.about, "stars": stars(one, progress)} for one in lessons
    ]
    onward = next((one for one in listed if one["name"] == progress.last and not one["stars"]), None)
    onward = onward or next((one for one in listed if not one["stars"]), listed[-1] if listed else None)
    return {
        "lessons": listed,
        "next": onward or {"name": "drive", "title": ""},
        "begun": bool(progress.stars),
        "due": len(due(progress, now)),
        "rules": len(game.rules()),
        "licence": licence(progress, {one.name: one.steps for one in lessons}),
    }


def after(lessons: Sequence[Cover], name: str) -> str:
    """The lesson behind this one; nothing behind the last."""
    names = [one.name for one in lessons]
    at = names.index(name) + 1 if name in names else len(names)
    return names[at] if at < len(names) else ""


def summary(lessons: Sequence[Cover], progress: Progress) -> Plain:
    """The rules a learner has learned, lesson by lesson, for one printed page."""
    learned = [one for one in lessons if stars(one, progress)]
    return {
        "lessons": [
            {
                "title": one.title,
                "stars": stars(one, progress),
                "rules": [
                    {
                        "code": code,
                        "title": title(SHELF[one.key], code),
                        "why": words(one.key).text(code, "why", {}),
                        "cite": cited(SHELF[one.key], code),
                    }
                    for code in one.teaches
                ],
            }
            for one in learned
        ],
        "licence": licence(progress, {one.name: one.steps for one in lessons}),
    }
