"""A rally at one screen whose page is thrown away at random moments, and opened again from what the browser kept: all
that it then shows, and all that follows, is as in a rally that nobody disturbs.

python -m tests.page.kills [GAME …] [--many 1000] [--seed 7]

Two pages drive the same rally side by side, by the same messages. A page is killed behind any message: between two
drivers, with dice laid, in the middle of a turn, at the podium.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from random import Random
from typing import Any

from rallyman_tutor.games import SHELF
from rallyman_tutor.page.places.rally import RallyStop, RallyTurn
from rallyman_tutor.tutor.learner.addresses import address_in_game
from tests.page.host import NOON, Visit, as_sent

DRIVERS = (("Ana", "Ben", "Cleo"), ("", "", "novice"))
"""Two who hand the screen to each other, and a bot."""
ONE_IN = 6
"""A page is thrown away behind one message in so many."""


def begun(key: str, number: int) -> Visit:
    """The page of a rally; its luck follows from its number."""
    visit = Visit(address_in_game("rally", key), now=NOON + timedelta(seconds=number))
    names, levels = DRIVERS
    visit.says(do="rally", names=[*names], levels=["careful" if one and key in RACING else one for one in levels])
    return visit


RACING = ("classic", "dirt")
"""Games whose careful bots need no table, so that a thousand rallies are driven soon."""


def next_messages(visit: Visit, rng: Random) -> list[Mapping[str, Any]]:
    """The messages of one decision of whoever has the screen: any that the rules allow."""
    place = visit.page.place
    if not isinstance(place, RallyTurn):
        return [{"do": "ready"}]
    game, state = place.seat.game, place.seat.state
    move = rng.choice([move for move in game.moves(state) if game.form(move).ends != "game"])
    offered = any(offer.move == move for offer in game.desk(state, ()).offers)
    laid = [] if offered else [{"do": "draft", "moves": [game.write_move(move)]}]
    return [*laid, {"do": "act", "move": game.write_move(move)}]


def seen(visit: Visit) -> Mapping[str, Any]:
    """All that is shown of the rally: the screen between two drivers, or the table."""
    if isinstance(visit.page.place, RallyStop):
        return as_sent(visit.page.place.screen()["rally"])
    left_out = ("n", "say", "problem", "log")  # the number of an answer, and what was read out with it
    told = [{**one, "thought": ""} for one in visit.view["log"]]  # what bots thought of their moves is not kept
    return {"log": told, **{name: part for name, part in visit.view.items() if name not in left_out}}


def opened_again(visit: Visit, key: str) -> Visit:
    """A new page from what the browser kept. Whoever had the screen takes it again."""
    again = Visit("home", now=visit.now + timedelta(hours=1))
    again.says(do="go", to=address_in_game("rally", key), kept=as_sent(visit.wire["kept"]))
    if isinstance(visit.page.place, RallyTurn):
        again.says(do="ready")
    return again


def faults(key: str, many: int, seed: int = 1) -> Iterator[str]:
    """Whatever was lost with any of so many pages that are thrown away."""
    rng, killed, number = Random(f"{seed}/{key}"), 0, 0
    while killed < many:
        calm, torn = begun(key, number), begun(key, number)
        number += 1
        while killed < many and not is_over(calm):
            for message in next_messages(calm, rng):
                calm.says(**message)
                torn.says(**message)
                if lost := apart(calm, torn):
                    yield f"rally {number}: {message} comes to something else behind a page that was thrown away: {lost}"
                    return
                if rng.randrange(ONE_IN) == 0:
                    torn, killed = opened_again(torn, key), killed + 1
                    if lost := apart(calm, torn):
                        yield f"rally {number}, behind {message}: {lost}"
                        return


def apart(calm: Visit, torn: Visit) -> str:
    """The parts of what is shown that differ."""
    one, other = seen(calm), seen(torn)
    return ", ".join(name for name in {**one, **other} if one.get(name) != other.get(name))


def is_over(visit: Visit) -> bool:
    place = visit.page.place
    return isinstance(place, RallyStop) and place.table is not None and place.shown["phase"] == "over"


def main() -> None:
    parser = argparse.ArgumentParser(description="Throw the pages of rallies away.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(SHELF)}; all of them where none is named")
    parser.add_argument("--many", type=int, default=1000, help="pages that are thrown away, of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for key in asked.games or SHELF:
        begins = time.perf_counter()
        found = [*faults(key, asked.many, asked.seed)]
        print(
            f"{key:<12} {asked.many:>6,} pages   {time.perf_counter() - begins:6.1f} s   {'; '.join(found) or 'nothing lost'}"
        )


if __name__ == "__main__":
    main()
