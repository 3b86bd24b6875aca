"""The log of Mil Millas is told twice: a test derives each line from the positions before and after the move, from the
move and from the cards that came, all as notation writes them; see `told_twice.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.words import text_tables, words
from tests.games.random_games import decisions
from tests.some import some
from tests.tutor import told_twice as twice

NAMES = text_tables("games.mil_millas")["words"]["names"]
AGAINST = {
    "red": "green", "limit": "endlimit", "fuel": "petrol", "flat": "spare", "crash": "repair", "wrong": "endwrong",
}  # fmt: skip
GUARDS = {
    "red": "priority", "limit": "priority", "fuel": "tanker", "flat": "proof", "crash": "ace", "wrong": "ace",
}  # fmt: skip
MANY = {
    "25": 10, "50": 10, "75": 10, "100": 12, "200": 4, "red": 5, "limit": 4, "fuel": 3, "flat": 3, "crash": 3, "green": 14,
    "endlimit": 6, "petrol": 6, "spare": 6, "repair": 6, "priority": 1, "tanker": 1, "proof": 1, "ace": 1,
}  # fmt: skip


def cards(text: str) -> list[str]:
    """Cards as notation writes them, one by one: "redx2" is two."""
    told = [one.partition("x") for one in text.split() if one != "-"]
    return [card for card, _, many in told for _ in range(int(many or 1))]


class Table:
    """A position of Mil Millas as it is written."""

    def __init__(self, text: str) -> None:
        sides, hands, turn, rest = (part.strip() for part in (*text.split("|"), "", "", "", "")[:4])
        if ";" not in hands and not re.search(r"^\w+ (-|\d|[a-z])", hands):  # no hands are dealt yet
            hands, turn, rest = "", hands, turn
        self.sides = {one.split()[0]: one.split()[1:] for one in sides.split(";")}
        self.hands = {one.split()[0]: cards(" ".join(one.split()[1:])) for one in hands.split(";") if one.strip()}
        self.turn = turn.split()
        self.rest = {one.split()[0]: one.split()[1:] for one in rest.split(";") if one.strip() and "=" not in one}
        self.points = [list(map(int, one)) for one in re.findall(r"points ([\d ]+)", rest) for one in [one.split()]]
        self.options = dict(re.findall(r"([\w-]+)=(\S+)", rest))

    def side(self, name: str) -> str:
        """The side whose player this is."""
        return next(side for side in self.sides if name in side.split("+"))

    def km(self, side: str) -> int:
        return next((int(word) for word in self.sides[side] if word.isdigit()), 0)

    def problems(self, side: str) -> list[str]:
        return [word for word in self.sides[side] if word in ("fuel", "flat", "crash")]

    def needed(self, side: str) -> str:
        """The card that a side needs next, so that it rolls."""
        if problems := self.problems(side):
            return AGAINST[problems[0]]
        return "" if {"go", "+priority"} & set(self.sides[side]) else "green"

    def deck(self) -> int:
        """How many cards nobody has seen: all there are, less all that lie somewhere."""
        if "deck" in self.rest:
            return len(cards(" ".join(self.rest["deck"])))
        more = {"wrong": 3, "endwrong": 6} if self.options.get("wrong-way") == "on" else {}
        words = [word for side in self.sides.values() for word in side]
        on_table = [word.lstrip("+") for word in words if word.lstrip("+") in {*GUARDS, *GUARDS.values()}]
        on_table += ["200" for word in words for _ in range(int((re.findall(r"longest(\d)", word) or "0")[0]))]
        on_table += ["red"] * (self.turn[1:3] == ["window", "red"])
        out = cards(" ".join(self.rest["out"])) if "out" in self.rest else on_table
        lie = sum(map(len, self.hands.values())) + len(cards(" ".join(self.rest.get("pile", [])))) + len(out)
        return sum(MANY.values()) + sum(more.values()) - lie


def mil_millas(
    tell: twice.Log, before: Table, move: str, shown: Sequence[str], after: Table, whats: Sequence[str]
) -> list[str]:
    """The log's lines about a move. The kinds of its events are given; all their facts are found here."""
    driver, word = (before.turn or [""])[0], re.split(r"\s", move)[0]
    names = list(after.hands) or [name for side in after.sides for name in side.split("+")]
    players = sorted(name for side in after.sides for name in side.split("+"))
    if word == "trick" or ":" in move:
        driver = move.partition(":")[0] if ":" in move else driver
    own = before.side(driver)
    card = re.split(r"[ >]", move)[1] if " " in move else ""
    target = after.side(move.partition(">")[2]) if ">" in move else own
    held = before.turn[2] if "window" in before.turn else ""
    lines = []
    rows = iter(range(len(after.sides)))
    at = 0
    for what in whats:
        facts: dict[str, object] = {"driver": driver, "card": NAMES.get(card, card)}
        name = what
        if what == "deal":
            number = int((after.rest.get("round") or ["1"])[0])
            (each,) = {len(hand) for hand in after.hands.values()}
            facts |= {"number": number, "count": each, "left": after.deck()}
        elif what == "begins":
            facts["driver"] = after.turn[0]
        elif what == "draw":
            new = list((Counter(after.hands[driver]) - Counter(before.hands[driver])).elements())
            assert Counter(new) == Counter(shown), (new, shown)
            drawn = [NAMES.get(one, one) for one in shown]
            facts |= {"count": len(drawn), "left": after.deck()} | dict(zip(("one", "two"), drawn, strict=False))
            name = {1: "draw-one", 2: "draw-two"}.get(len(drawn), "draw")
        elif what == "refill":
            facts["count"] = len(cards(" ".join(before.rest["pile"])))
        elif what in ("drive", "drive-back"):
            km = after.km(own)
            assert km - before.km(own) == (int(card) if what == "drive" else -int(card))
            assert ("wrong" in before.sides[own]) == (what == "drive-back")
            facts |= {"value": card, "km": km, "left": 1000 - km}
        elif what == "attack":
            cure = AGAINST[card]
            repaired = card in ("fuel", "flat", "crash") and "+priority" not in before.sides[target]
            name = "attack-repair" if repaired else "attack"
            facts |= {"side": target, "needs": NAMES[cure]}
            assert card in after.sides[target] or (card == "red" and "go" not in after.sides[target])
        elif what == "window":
            first = (players.index(driver) + 1) % len(players)
            facts["driver"] = max(target.split("+"), key=lambda one: -((players.index(one) - first - 1) % len(players)))
        elif what in ("last-attack", "no-cards"):
            start = players.index(driver)
            order = [*players[start:], *players[:start]]
            facts["driver"] = next(one for one in order if not after.hands[one])
        elif what in ("pass", "shut"):
            facts["card"] = NAMES[held]
        elif what == "defence":
            needs = after.needed(own)
            name = "defence" if needs else "defence-rolls"
            facts["card-needed"] = NAMES.get(needs, "")
        elif what == "safe":
            assert f"+{card}" in after.sides[own]
        elif what == "green-owed":
            assert not {"go", "+priority"} & set(after.sides[own])
        elif what == "no-lights":
            assert after.needed(own) != "green" and card == "priority"
        elif what == "goes-on":
            assert after.turn == [driver] and (after.hands[driver] or after.deck())
        elif what == "trick":
            facts |= {"card": NAMES[GUARDS[held]], "attack": NAMES[held]}
            assert f"+{GUARDS[held]}" in after.sides[own]
        elif what == "skipped":
            by = before.turn[before.turn.index("by") + 1]
            at += 1
            facts["driver"] = players[(players.index(by) + at) % len(players)]
            assert facts["driver"] != driver
        elif what == "trick-turn":
            assert after.turn == [driver]
        elif what == "discard":
            assert after.rest["pile"][-1].startswith(card)
        elif what == "win":
            assert after.km(own) == 1000
        elif what == "next-round":
            number = int(after.rest["round"][0])
            assert number == int((before.rest.get("round") or ["1"])[0]) + 1
            facts |= {"number": number, "driver": after.turn[0]}
        elif what == "closed":
            assert all(after.km(side) < 1000 for side in after.sides)
        elif what.startswith("points-01"):
            row = next(rows)
            lines += ended(tell, after, row)
            continue
        elif what.startswith(("points-", "sum")):
            continue
        lines.append(tell(name, **facts))
    assert names
    return lines


def ended(tell: twice.Log, after: Table, row: int) -> list[str]:
    """The points of a side in the round that is over, line by line."""
    side = [*after.sides][row]
    words, km = after.sides[side], after.km(side)
    immunities = sum(word.startswith("+") for word in words)
    tricks = sum(int(word.removeprefix("tricks")) for word in words if word.startswith("tricks"))
    others = [after.sides[other] for other in after.sides if other != side]
    arrived = km == 1000
    earned = {
        "points-01": km,
        "points-02": 100 * immunities,
        "points-03": 300 * tricks,
        "points-04": 300 * arrived,
        "points-05": 300 * (arrived and not after.deck() and after.options.get("reshuffle") != "on"),
        "points-06": 500 * (arrived and not any("drove" in other or any(map(str.isdigit, other)) for other in others)),
        "points-07": 300 * (arrived and immunities == 4),
    }
    count = after.points[-1][row]
    lines = [tell(name, side=side, count=many) for name, many in earned.items() if many or name == "points-01"]
    assert sum(earned.values()) == count, (earned, count)
    return [*lines, tell("sum", side=side, count=count)]


def asked(tell: twice.Log, move: str, table: Table, players: Sequence[str]) -> list[str]:
    """The answer to whoever asks by a key, whatever the moment."""
    driver, phase = table.turn[0] if table.turn else players[0], (*table.turn, "turn", "turn")[1]
    if "deal" in table.turn:
        phase = "deal"
    own = table.side(driver)
    order = [*table.sides]
    order = order[order.index(own) :] + order[: order.index(own)]
    if move == "T":
        can_draw = table.deck() or (table.options.get("reshuffle") == "on" and table.rest.get("pile"))
        owes = "draw" if len(table.hands.get(driver, ())) < 7 and can_draw else "lay"
        attack = table.turn[2] if phase == "window" else "red"
        return [tell(f"turn-{phase}", driver=driver, owes=NAMES[owes], attack=NAMES[attack])]
    if move == "S":
        lines = []
        for side in order:
            row = [points[[*table.sides].index(side)] for points in table.points]
            now = row.pop() if phase == "over" else 0 if phase == "deal" else earned_so_far(table, side)
            lines.append(tell("so-far", driver=side, **{"so-far": now, "sum": sum(row)}))
        return lines
    if move == "I":
        return [tell("own-side", driver=driver, **public(table, own, driver))]
    return [tell("side", driver=side, **public(table, side, driver)) for side in order]


def public(table: Table, side: str, driver: str) -> dict[str, object]:
    """The open facts of a side."""
    words, needs = table.sides[side], table.needed(side)
    guards = [word[1:] for word in words if word.startswith("+")]
    used = next((int(word[-1]) for word in words if word.startswith("longest")), 0)
    hands = [len(table.hands.get(one, ())) for one in side.split("+")]
    return {
        "km": table.km(side),
        "left": 1000 - table.km(side),
        "light": NAMES[f"needs-{needs}" if needs else "rolls"],
        "speed": NAMES["slow" if "limit" in words else "fast"],
        "way": NAMES["backwards" if "wrong" in words else "forwards"],
        "safe": twice.listed([NAMES[f"against-{one}"] for one in guards], " and ") or "nothing",
        "longest": 2 - used,
        "count": len(table.hands.get(driver, ())),
        "cards": "+".join(map(str, hands)),
    }


def earned_so_far(table: Table, side: str) -> int:
    words = table.sides[side]
    tricks = next((int(word.removeprefix("tricks")) for word in words if word.startswith("tricks")), 0)
    return table.km(side) + 100 * sum(word.startswith("+") for word in words) + 300 * tricks


@cache  # the test of every text asks for it again
def test_the_log_of_mil_millas_is_told_again(wide: bool) -> None:
    tell, met = twice.Log("mil_millas"), Counter[str]()
    for one in some(
        [*twice.in_examples("mil_millas"), *twice.in_random_games("mil_millas", range(88 if wide else 22))]
    ):
        met.update(one.whats)
        if one.move in ("I", "Shift+I", "S", "T"):
            table = Table(one.after)
            assert one.told == asked(tell, one.move, table, [*table.hands]), one
        else:
            assert one.told == mil_millas(tell, Table(one.before), one.move, one.shown, Table(one.after), one.whats), (
                one
            )
    assert len(met) > 25 and tell.never_told() <= {"draw", "option", "turn-deal", "turn-over"}


@cache  # the test of every text asks for it again
def test_what_keys_tell_is_told_again_at_any_moment(wide: bool) -> None:
    game, tell, checked = SHELF["mil_millas"], twice.Log("mil_millas"), Counter[str]()
    for seed in range(88 if wide else 22):
        for number, one in enumerate(decisions("mil_millas", seed)):
            table = Table(game.write(one.after))
            if number % 9 == 0 or {"over", "deal"} & set(table.turn):
                for key in game.questions:
                    (move,) = game.read_draft(key).moves
                    after, events = game.play(one.after, move, game.harmless_luck)
                    told = [twice.event("mil_millas", after, event) for event in events]
                    assert told == asked(tell, key, table, [*table.hands]), (key, game.write(one.after))
                    checked[(*table.turn, "")[1]] += 1
    assert {"over", "window", "deal"} <= {*checked} and checked.total() > 500


@cache  # the test of every text asks for it again
def test_nobody_is_told_what_another_draws(wide: bool) -> None:
    game, tell = SHELF["mil_millas"], twice.Log("mil_millas")
    draws = [
        one
        for seed in range(22 if wide else 6)
        for one in decisions("mil_millas", seed)
        if one.events[-1].what == "draw"
    ]
    for one in some(draws):
        before, after = Table(game.write(one.before)), Table(game.write(one.after))
        own, others = one.before.turn.seat, range(len(after.hands))
        for seat in some(others):
            seen = words("mil_millas").phrase(
                "events", *game.describe_event(game.seen_by(one.after, seat), one.events[-1])
            )
            names, facts = (
                [NAMES.get(card, card) for card in one.shown],
                {"driver": before.turn[0], "left": after.deck()},
            )
            is_named = seat == own and len(names) in (1, 2)
            name = f"draw-{('one', 'two')[len(names) - 1]}" if is_named else "draw"
            assert seen == tell(name, **facts, count=len(names), **dict(zip(("one", "two"), names, strict=False)))


def test_what_is_agreed_is_told_again() -> None:
    game, tell = SHELF["mil_millas"], twice.Log("mil_millas")
    state = game.new({"drivers": ["A", "B"]})
    for option in ("stacking", "reshuffle", "wrong-way"):
        for value in ("on", "off"):
            (move,) = game.read_draft(f"change {option}={value}").moves
            after, (event,) = game.play(state, move, game.harmless_luck)
            assert twice.event("mil_millas", after, event) == tell("option", option=NAMES[option], value=value)
            assert (f"{option}=on" in game.write(after)) == (value == "on")


def test_every_line_of_the_log_of_mil_millas_is_told() -> None:
    test_the_log_of_mil_millas_is_told_again(wide=False)
    test_what_keys_tell_is_told_again_at_any_moment(wide=False)
    test_nobody_is_told_what_another_draws(wide=False)
    test_what_is_agreed_is_told_again()
    assert not twice.Log("mil_millas").never_told()
