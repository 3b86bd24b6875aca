"""How our languages count by CLDR, as a module of a few lines: `python -m tests.languages.cldr` writes it anew.

Babel brings CLDR, and weighs thirty megabytes: it is at hand where the tutor is built and tested, and not where it
runs. Added is only what a text file cannot say: which branch of a sentence a number takes, and the sign for tenths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from babel import Locale

from rallyman_tutor.tutor.words.language import LANGUAGES

FILE = Path(__file__).parents[2] / "rallyman_tutor" / "tutor" / "words" / "cldr.py"
AHEAD = ("it",)
"""Languages that have no texts yet, and whose numbers are known all the same."""
MILLIONS = "mod 1000000"
"""In the condition of a branch that only whole millions take; nothing here is counted so far."""


def module() -> str:
    """The source of the module."""
    known = {language: Locale(language) for language in (*LANGUAGES, *AHEAD)}
    decimal = {language: locale.number_symbols["latn"]["decimal"] for language, locale in known.items()}
    names = {language: str(locale.display_name).capitalize() for language, locale in known.items()}
    branches = (line for language, locale in known.items() for line in _branch(language, locale))
    return f'''"""How languages count, from CLDR. `python -m tests.languages.cldr` has written this, and nobody mends it by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

DECIMAL: Mapping[str, str] = {{{", ".join(f'"{one}": "{sign}"' for one, sign in decimal.items())}}}
"""The sign before tenths."""

NAMES: Mapping[str, str] = {{
{chr(10).join(f'    "{one}": "{name}",' for one, name in names.items())}
}}
"""How each language calls itself."""

PLURAL: Mapping[str, Callable[[float, int, int], int]] = {{
{chr(10).join(branches)}
}}
"""Which branch of a sentence a number takes, from 0: by the number, its whole part, and how many digits follow that."""


def plural_of(language: str, number: str) -> int:
    """The branch for a number as it is written in this language."""
    whole, _, rest = number.lstrip("−-").replace(",", ".").partition(".")
    return PLURAL[language](float(f"{{whole}}.{{rest or 0}}"), int(whole), len(rest))
'''


def _branch(language: str, locale: Locale) -> Iterator[str]:
    rules = [rule for rule in locale.plural_form.rules.values() if MILLIONS not in rule]
    tests = "".join(f"{at} if {_condition(rule)} else " for at, rule in enumerate(rules))
    yield f'    "{language}": lambda n, i, v: {tests}{len(rules)},'


def _condition(rule: str) -> str:
    """A condition of CLDR in Python: "i in 0,1" is `i in (0, 1)`."""
    parts = re.split(r" (and|or) ", rule)
    return " ".join(part if part in ("and", "or") else _relation(part) for part in parts)


def _relation(part: str) -> str:
    found = re.fullmatch(r"([niv]) in (\d+(?:,\d+)*)", part)
    if found is None:
        raise ValueError(f"{part}: teach this module to write that in Python")
    name, values = found[1], found[2].split(",")
    return f"{name} == {values[0]}" if len(values) == 1 else f"{name} in ({', '.join(values)})"


if __name__ == "__main__":
    FILE.write_text(module(), encoding="utf-8")
