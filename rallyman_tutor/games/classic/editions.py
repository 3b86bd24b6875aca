"""The three books of Rallyman (2009): the Spanish text, the German text, and `classic`, their union and our default.

An edition is a few settings and the list of rules its text does not have. The rest of the game asks for these by its
name, and does nothing else for the sake of one edition.
"""

from __future__ import annotations

from typing import NamedTuple

from rallyman_tutor.games.classic.state import Options


class Edition(NamedTuple):
    """One printed text: its settings where the texts differ, and the rules and options it lacks."""

    options: Options
    lacks: tuple[str, ...] = ()
    refuses: tuple[tuple[str, object], ...] = ()  # options this text does not offer


EDITIONS = {
    "classic": Edition(Options()),
    "es": Edition(
        Options(edition="es", drift_reentry="same", bend_share="capacity"),
        lacks=("CL-LOC-08", "CL-TYRE-05"),
    ),
    "de": Edition(
        Options(
            edition="de", sisu=False, spin_from_drift="stay", k_deck="bottom", attack_finish="spaces",
            split_minus_seconds=False, elim_reference="way", wheel_must_drive=True,
        ),
        lacks=(
            "CL-LOC-05", "CL-WX-01", "CL-SPARE-05", "CL-SISU-01", "CL-SISU-02", "CL-SISU-03", "CL-SISU-04",
            "CL-TRAIN-01", "CL-TRAIN-02",
        ),
        refuses=(("sisu", True), ("training", True), ("weather", "fixed")),
    ),
}  # fmt: skip
