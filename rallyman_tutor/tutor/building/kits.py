"""The kits there are, one a game whose stages are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rallyman_tutor.tutor.building.building import AnyKit
from rallyman_tutor.tutor.building.classic import ClassicKit
from rallyman_tutor.tutor.building.dirt import DirtKit

KITS: Mapping[str, AnyKit] = MappingProxyType({kit.key: kit for kit in (ClassicKit(), DirtKit())})
