"""The deeds of a learner at a table and in a lesson, as values: die laid, move made, question answered.

A page tells each of them as plain data, `{"do": "lay", "piece": "3"}`: the name of the class in small letters, and its
fields. `page/intents.py` reads that; `as_data` writes it for the buttons of remedies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypedDict

HelpSetting: TypeAlias = Literal["off", "request", "after", "always"]
"""When the co-driver speaks in a drive: never; when asked; unasked of each turn once it is driven, too; or of every
draft before it is rolled."""

# -- At a table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one more piece: on a place, or without one where it fits."""

    piece: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    """Take one laid piece back, counted from 0; without a number the last one."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Lay a step of the draft on another place; or, where none is named, put another move in its stead."""

    at: int
    place: str | None = None
    move: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """Lay a whole draft at once, told in notation."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """Take the whole draft back."""


@dataclass(frozen=True, slots=True)
class Swap:
    """Change over to the second draft, and keep the first beside it."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Keep this draft beside the one that goes on."""


@dataclass(frozen=True, slots=True)
class Act:
    """Take one of the decisions that are offered, named as notation writes it."""

    move: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the game something that it answers at any time, such as how many cards are left."""

    move: str


@dataclass(frozen=True, slots=True)
class Advise:
    """Ask what the coach would do."""


@dataclass(frozen=True, slots=True)
class Enough:
    """Stop what is reckoned of this draft, and leave it untold."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what was done last."""


@dataclass(frozen=True, slots=True)
class Uncover:
    """Say that the next player has the table before them, so that their hand may be shown."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look at an event of the past, counted from 0; -1 is the present."""

    at: int


@dataclass(frozen=True, slots=True)
class Review:
    """Look back at a drive that is over, or a stage of it: the costs of decisions, and the effects of luck. Where
    several learners drove, that of one of them, by name."""

    driver: str = ""


@dataclass(frozen=True, slots=True)
class Retry:
    """Go back to one of the decisions that cost most, counted from 0, and try another one."""

    at: int


@dataclass(frozen=True, slots=True)
class Refute:
    """Play out what was chosen there in the drive, with the dice by which it costs most."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leave what was tried, for the drive that is over."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Drive with a ghost, or send it away."""

    on: bool


@dataclass(frozen=True, slots=True)
class Cloud:
    """Drive what lies a thousand times."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Ask for the best if the cards were mixed otherwise: move one share of them; without a name, back to the mix of
    the house."""

    share: str = ""
    notch: int = 0


@dataclass(frozen=True, slots=True)
class Help:
    """Choose how much the co-driver helps in this drive."""

    how: HelpSetting


# -- In a lesson ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for the next stage of the hints."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Give one of the answers to choose from."""

    id: str


@dataclass(frozen=True, slots=True)
class Point:
    """Point at a die of the draft, counted from 0."""

    at: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Say or press something that no die can be laid for."""

    id: str


@dataclass(frozen=True, slots=True)
class Next:
    """Go on with the next step, once this one is done."""


@dataclass(frozen=True, slots=True)
class Step:
    """Go to a step of the lesson, counted from 0."""

    at: int


@dataclass(frozen=True, slots=True)
class Again:
    """Begin this step again."""


AtTable: TypeAlias = (
    Lay
    | Take
    | Put
    | Draft
    | Clear
    | Swap
    | Copy
    | Act
    | Ask
    | Advise
    | Enough
    | Undo
    | Uncover
    | Look
    | Review
    | Retry
    | Refute
    | Return
    | Cloud
    | Ghost
    | Mix
    | Help
)
AtStep: TypeAlias = AtTable | Answer | Point | Claim
"""The deeds that a step of a lesson takes, or refuses; the rest of a lesson is the same for every step."""
InLesson: TypeAlias = Hint | Answer | Point | Claim | Next | Step | Again


class ActData(TypedDict):
    """`Act` as a page sends it."""

    do: Literal["act"]
    move: str


class DraftData(TypedDict):
    """`Draft` as a page sends it."""

    do: Literal["draft"]
    moves: list[str]


IntentData: TypeAlias = ActData | DraftData


def as_data(intent: Act | Draft) -> IntentData:
    """An intent as plain data, as a page sends it."""
    if isinstance(intent, Act):
        return {"do": "act", "move": intent.move}
    return {"do": "draft", "moves": list(intent.moves)}
