"""The doctor finds what is there and says what to do about what is not."""

from __future__ import annotations

import shutil
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from rallyman_tutor import __version__
from rallyman_tutor.pages import doctor, shipped

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def finding(what: str) -> doctor.Finding:
    return next(f for f in doctor.check() if f.what.startswith(what))


def lost(*_: object) -> str:
    raise metadata.PackageNotFoundError


def test_all_is_well_where_the_tests_run() -> None:
    assert [f for f in doctor.check() if not f.ok] == []


def test_what_is_well_needs_no_remedy() -> None:
    assert [f for f in doctor.check() if f.ok and f.remedy and "tests" not in f.what] == []


def test_every_package_the_project_asks_for_is_looked_at() -> None:
    asked = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    looked_at = {f.what for f in doctor.check()}
    assert {need.split(">=")[0] for need in asked} <= looked_at
    assert finding("rallyman-tutor").found == __version__


def test_the_oldest_python_is_the_one_the_project_names() -> None:
    least = ".".join(str(part) for part in doctor.LEAST_PYTHON)
    assert tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["requires-python"] == f">={least}"


def test_an_old_python_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_PYTHON", (99, 1))
    assert finding("Python").remedy == "install Python 99.1 or later"
    assert not finding("Python").ok


@pytest.mark.parametrize("found", ["8.1", "8.1.0", "8.1.0.dev1", "8.10", "9rc1"])
def test_a_version_that_is_new_enough(monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    monkeypatch.setattr(metadata, "version", lambda _: found)
    assert doctor.package("ipywidgets>=8.1.0") == doctor.Finding("ipywidgets", found, True)


def test_a_version_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lambda _: "8.0.7")
    assert doctor.package("ipywidgets<10,>=8.1") == doctor.Finding(
        "ipywidgets", "8.0.7", False, "pip install --upgrade 'ipywidgets<10,>=8.1'"
    )


def test_a_missing_package_is_named_with_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", lost)
    assert doctor.package("voila>=0.5") == doctor.Finding("voila", "not installed", False, "pip install 'voila>=0.5'")


def test_code_that_was_never_installed_is_told_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "requires", lost)
    found = finding("rallyman-tutor")
    assert not found.ok
    assert "make tutor" in found.remedy


def test_missing_lessons_are_a_finding_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped.folder, "__defaults__", (Path("/nowhere/rallyman_tutor"),))
    found = finding("lessons")
    assert (found.ok, found.found) == (False, "not found")


def test_a_browser_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    found = finding("Chromium")
    assert found.ok
    assert "chromium" in found.remedy
