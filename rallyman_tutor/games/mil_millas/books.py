"""Citing the printed rules of Mil Millas: one Spanish sheet with headings, and card lists where it gives no numbers."""

from __future__ import annotations

from rallyman_tutor.core.rule import Basis, Cite

TEXT, INFERRED, RULING = Basis.TEXT, Basis.INFERRED, Basis.RULING

GOAL = "Las cartas de distancia"
ATTACK = "Las cartas de ataque"
DEFENCE = "Las cartas de defensa"
SAFE = "Las inmunidades"
COURSE = "Desarrollo del juego"
TRICKS = "Los trucos"
COUNT = "Recuento de puntos"
TEAMS = "Juego por equipos"
STACK = "Acumulación de ataques"
RESHUFFLE = "Remezclar el montón de descarte"
WRONG = "Carta contrasentido"
KEYS = "Resumen de los atajos de teclado"


def cite(place: str = "", basis: Basis = TEXT, ruling: str = "") -> Cite:
    """A citation by the headings of the sheet; several headings are separated by semicolons."""
    return Cite((("es", place),) if place else (), basis, ruling)
