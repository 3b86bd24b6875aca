"""`rules`, `explain` and `sheet`: all rules of a game, the lessons about them, one rule in full, a game on one page."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from rallyman_tutor.core.game import AnyGame, Plain
from rallyman_tutor.core.rule import Kind, Rule
from rallyman_tutor.games import SHELF
from rallyman_tutor.pages import shipped
from rallyman_tutor.pages.commands.output import LEGAL, Add, game_called, no_such, print_explanation, print_json
from rallyman_tutor.pages.printed import sheet
from rallyman_tutor.tutor.lesson import lesson_folders, lessons
from rallyman_tutor.tutor.words.explain import citation, explain_rule, rule_title

RULES_HELP = """\
examples: rallyman-tutor rules classic --json
          rallyman-tutor rules classic --coverage     what the lessons teach of it, and what not yet
"""

SHEET_HELP = """\
example: rallyman-tutor sheet classic > classic.html
         a page for any browser, which prints on one sheet of A4
"""


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    rules = command("rules", _rules, "All rules of a game.", RULES_HELP)
    first = next(iter(SHELF))
    rules.add_argument("game", nargs="?", default=first, help=f"one of: {', '.join(SHELF)} (default: {first})")
    rules.add_argument("--coverage", action="store_true", help="which lessons teach each rule, and which have examples")
    rules.add_argument("--json", action="store_true", help="as a list of objects")
    one = command("explain", _explain, "One rule in full.", "example: rallyman-tutor explain CL-GEAR-03")
    one.add_argument("code", help="a rule's code, such as CL-GEAR-03")
    one.add_argument("--json", action="store_true", help="as an object")
    page = command("sheet", _sheet, "A game on one printed page: dice, signs, rules.", SHEET_HELP)
    page.add_argument("game", help=f"one of: {', '.join(SHELF)}")


def _rules(asked: argparse.Namespace) -> int:
    game = game_called(asked.game)
    if asked.coverage:
        return _coverage(game, asked.json)
    rules = [_summary(game, rule) for rule in game.rules()]
    if asked.json:
        print_json(rules)
        return LEGAL
    chapter = ""
    for rule in rules:
        if rule["chapter"] != chapter:
            chapter = rule["chapter"]
            print(f"\n{chapter}")
        mark = {"illegal": "x", "unwise": "!", "fact": " "}[rule["kind"]]
        print(f"  {mark} {rule['code']:<13} {rule['title']}")
    print(f"\n{len(rules)} rules of {game.name}: x can be broken, ! can cost you. In full: rallyman-tutor explain CODE")
    return LEGAL


def _coverage(game: AnyGame, as_json: bool) -> int:
    """Print for each rule which built-in lessons teach it, which have it broken, and whether it has examples."""
    taught = [
        lesson for lesson in lesson_folders.read_lessons(shipped.folder("lessons")).lessons if lesson.key == game.key
    ]
    rows: list[Plain] = []
    for rule in game.rules():
        teach = [lesson.name for lesson in taught if rule.code in lesson.teaches]
        broken = [lesson.name for lesson in taught if rule.code in lessons.broken_on_purpose(lesson)]
        rows.append({
            "code": rule.code, "title": rule_title(game, rule.code), "taught": teach, "broken": broken,
            "breakable": rule.kind is not Kind.FACT, "tested": bool(rule.ok or rule.broken),
        })  # fmt: skip
    if as_json:
        print_json(rows)
        return LEGAL
    for row in rows:
        lines = [
            f"taught by {', '.join(row['taught'])}" if row["taught"] else "untaught",
            *(
                [f"broken in {', '.join(row['broken'])}"]
                if row["broken"]
                else ["never broken"]
                if row["breakable"]
                else []
            ),
            *([] if row["tested"] else ["untested"]),
        ]
        print(f"  {row['code']:<13} {'; '.join(lines)}")
    count = {name: sum(bool(row[name]) for row in rows) for name in ("taught", "tested", "breakable", "broken")}
    print(
        f"\n{len(rows)} rules of {game.name}: {count['taught']} taught, {len(rows) - count['taught']} untaught, "
        f"{count['tested']} tested; of {count['breakable']} that can be broken, lessons have {count['broken']} broken."
    )
    return LEGAL


def _explain(asked: argparse.Namespace) -> int:
    code = asked.code.upper()
    for game in SHELF.values():
        if code in game.book:
            rule = game.book[code]
            explanation = explain_rule(game, code)
            if asked.json:
                print_json({**_summary(game, rule), **asdict(explanation), "ok": rule.ok, "broken": rule.broken})
                return LEGAL
            print_explanation(explanation)
            for name, examples in (("seen" if rule.kind is Kind.FACT else "legal", rule.ok), ("not so", rule.broken)):
                for text in examples:
                    print(f"  {name + ':':<8}{text}")
            return LEGAL
    every = [rule.code for game in SHELF.values() for rule in game.rules()]
    raise no_such(f"There is no rule {asked.code!r}.", code, every)


def _sheet(asked: argparse.Namespace) -> int:
    print(sheet(game_called(asked.game)).encode("ascii", "xmlcharrefreplace").decode(), end="")
    return LEGAL


def _summary(game: AnyGame, rule: Rule) -> Plain:
    return {
        "code": rule.code,
        "name": rule.name,
        "kind": str(rule.kind),
        "title": rule_title(game, rule.code),
        "cite": citation(game, rule.code),
        "chapter": rule.chapter,
        "basis": str(rule.cite.basis),
    }
