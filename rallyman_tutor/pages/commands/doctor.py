"""`doctor`: what is installed and what is missing, printed with what to do."""

from __future__ import annotations

import argparse

from rallyman_tutor.pages import doctor
from rallyman_tutor.pages.commands.output import ILLEGAL, LEGAL, Add
from rallyman_tutor.pages.sentences import say


def add(command: Add) -> None:
    """Add the commands of this family to the command line."""
    command("doctor", _doctor)


def _doctor(asked: argparse.Namespace) -> int:
    findings = doctor.check()
    for finding in findings:
        print(f"{say('doctor.ok' if finding.ok else 'doctor.missing'):<7} {finding.what:<26} {finding.found}")
        if finding.remedy:
            print(f"        {finding.remedy}")
    return LEGAL if all(finding.ok for finding in findings) else ILLEGAL
