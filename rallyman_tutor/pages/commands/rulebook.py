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
from rallyman_tutor.pages.sentences import say
from rallyman_tutor.tutor.lesson import lessons
from rallyman_tutor.tutor.words.explain import citation, explain_rule, rule_title
from rallyman_tutor.tutor.words.words import semicolons


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    rules = command("rules", _rules)
    first = next(iter(SHELF))
    rules.add_argument(
        "game", nargs="?", default=first, help=say("options.game-default", list=", ".join(SHELF), default=first)
    )
    rules.add_argument("--coverage", action="store_true", help=say("options.coverage"))
    rules.add_argument("--json", action="store_true", help=say("options.lessons-json"))
    one = command("explain", _explain)
    one.add_argument("code", help=say("options.code"))
    one.add_argument("--json", action="store_true", help=say("options.drafts-json"))
    page = command("sheet", _sheet)
    page.add_argument("game", help=say("options.game", list=", ".join(SHELF)))


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
    print("\n" + say("rules.count", n=len(rules), game=game.name))
    return LEGAL


def _coverage(game: AnyGame, as_json: bool) -> int:
    """Print for each rule which built-in lessons teach it, which have it broken, and whether it has examples."""
    taught = [lesson for lesson in shipped.lessons() if lesson.key == game.key]
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
        lines = [say("rules.taught", list=", ".join(row["taught"])) if row["taught"] else say("rules.untaught")]
        if row["broken"]:
            lines.append(say("rules.broken", list=", ".join(row["broken"])))
        elif row["breakable"]:
            lines.append(say("rules.never"))
        lines += [] if row["tested"] else [say("rules.untested")]
        print(f"  {row['code']:<13} {semicolons(lines)}")
    count = {name: sum(bool(row[name]) for row in rows) for name in ("taught", "tested", "breakable", "broken")}
    print("\n" + say("rules.coverage", n=len(rows), game=game.name, left=len(rows) - count["taught"], **count))
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
            for name, examples in (("seen" if rule.kind is Kind.FACT else "legal", rule.ok), ("not-so", rule.broken)):
                for text in examples:
                    print(f"  {say(f'rules.{name}'):<8}{text}")
            return LEGAL
    every = [rule.code for game in SHELF.values() for rule in game.rules()]
    raise no_such(say("rules.no-rule", it=repr(asked.code)), code, every)


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
