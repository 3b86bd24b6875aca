"""The rally: stages, routes over the boards, the course sheet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rallyman_tutor.core.notation import Misread
from rallyman_tutor.core.rule import Facts, Kind, fact, rule
from rallyman_tutor.games.classic import routes
from rallyman_tutor.games.classic.books import INFERRED, cite
from rallyman_tutor.games.classic.state import VALUES, Sheet, State, Word

STAGES: int = VALUES["rally.stages"]


def _routes(sheet: Sheet) -> Iterator[tuple[int, routes.Route]]:
    """The stages that can be read as routes over the boards, with their numbers."""
    for number, stage in enumerate(sheet.stages, 1):
        if stage.strip("-"):
            with suppress(Misread):
                yield number, routes.read_route(stage)


@rule(
    "CL-RALLY-01",
    cite("Objeto del juego", "2"),
    Sheet,
    ok=("sheet Ana ; START J1, FINISH J4 * ; START J1, FINISH J4 * ; START J1, FINISH J4",),
    broken=("sheet Ana ; START J1, FINISH J4 ; START J1, FINISH J4",),
)
def not_three_stages(state: State | None, sheet: Sheet) -> Facts | None:
    count = len(sheet.stages)
    return None if count == STAGES else {"count": count}


@rule(
    "CL-RALLY-02",
    cite("Organización de un Rally", "2"),
    Sheet,
    ok=("sheet Ana ; C8-C3 / J6-J5 / C4-C5 * ; C8-C3 / J6-J5 / C4-C5 * ; START J1, FINISH J4",),
    broken=(
        "sheet Ana ; START J1, FINISH J1 ; START J1, FINISH J4 ; START J1, FINISH J4",
        "sheet Ana ; C8-C5 ; START J1, FINISH J4 ; START J1, FINISH J4",
        "sheet Ana ; C8-C3 / J6-J5 / C7-C5 ; START J1, FINISH J4 ; START J1, FINISH J4",
        "sheet Ana ; V1-V2 / J3-J1 / L3-L8 ; START J1, FINISH J4 ; START J1, FINISH J4",
    ),
)
def route_does_not_join(state: State | None, sheet: Sheet) -> Facts | None:
    for number, route in _routes(sheet):
        for case, ask in (
            ("same", routes.start_at_finish),
            ("road", routes.crossing_without_road),
            ("seam", routes.impossible_seam),
        ):
            if not routes.exit_without_partner(route.exits) and (facts := ask(route.exits)) is not None:
                fits = "list" not in facts or facts["list"]
                return {"case": case if fits else f"{case}-none", "n": number, **facts}
    return None


@rule(
    "CL-RALLY-03",
    cite("", "2"),
    Sheet,
    ok=("sheet Ana ; C8-C3 / J6-J5 / C4-C5 * ; START J1, FINISH J4 * ; START J1, FINISH J4",),
    broken=("sheet Ana ; START C8, C3-J6-J5, FINISH C5 ; START J1, FINISH J4 ; START J1, FINISH J4",),
)
def exit_without_a_partner(state: State | None, sheet: Sheet) -> Facts | None:
    for number, route in _routes(sheet):
        if (facts := routes.exit_without_partner(route.exits)) is not None:
            return {"n": number, **facts}
    return None


@rule(
    "CL-RALLY-05",
    cite("Organización de un Rally", "2"),
    Sheet,
    ok=("sheet Ana ; START J1, FINISH J4 * ; START J1, FINISH J4 * ; START J1, FINISH J4",),
    broken=("sheet Ana ; START J1, FINISH J4 ; - ; START J1, FINISH J4",),
)
def stage_without_a_route(state: State | None, sheet: Sheet) -> Facts | None:
    for number, stage in enumerate(sheet.stages, 1):
        if not stage.strip("-"):
            return {"n": number}
    return None


@rule(
    "CL-RALLY-06",
    cite("Organización de un Rally", "2, 11"),
    Sheet,
    kind=Kind.UNWISE,
    ok=("sheet Ana ; START J1, FINISH J4 * ; START J1, FINISH J4 * ; START J1, FINISH J4",),
    broken=("sheet Ana ; START J1, FINISH J4 * ; START J1, FINISH J4 ; START J1, FINISH J4",),
)
def no_service_planned(state: State | None, sheet: Sheet) -> Facts | None:
    for number, service in enumerate(sheet.service[:-1], 1):
        if not service:
            return {"n": number}
    return None


@rule(
    "CL-RALLY-09",
    cite("Fin del juego", "11", INFERRED),
    Word.CLOSE,
    ok=("s5 | A finished :: close",),
    broken=("s5 | A@s4 g3 ; B finished :: close",),
)
def stage_closed_too_early(state: State, word: Word) -> Facts | None:
    names = [car.name for car in state.cars if car.status in ("waiting", "road")]
    return {"names": names} if names else None


RULES = (
    not_three_stages,
    route_does_not_join,
    exit_without_a_partner,
    fact(
        "CL-RALLY-04",
        "two-faces",
        cite("Condiciones climáticas", "15"),
        ok=(
            "START J1, FINISH J4 | A no-sisu :: 1! 2! => A@b1.line g2 ; A 1 2 !!",
            "START J1, FINISH J4 snow J | A no-sisu :: 1! 2! => A@b1.line c60",
        ),
    ),
    stage_without_a_route,
    no_service_planned,
    fact(
        "CL-RALLY-07",
        "start-and-finish-lines-are-board-edges",
        cite("Comenzando", "4, 11"),
        ok=(
            "s2 | A :: 1 w => A@s2",
            "s2 | A :: 1 w w => A finished",
        ),
    ),
    fact(
        "CL-RALLY-08",
        "race-director",
        cite("Organización de un Rally", "1"),
        ok=("sheet Ana Ben ; s1 ; R2 s1 ; s3 :: 1 stop w 1 w => R2 s1 ; order Ben Ana",),
    ),
    stage_closed_too_early,
)
