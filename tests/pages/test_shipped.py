"""Lessons and notebooks are found from a checkout and from an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from rallyman_tutor.pages import shipped


@pytest.fixture
def package(tmp_path: Path) -> Path:
    home = tmp_path / "rallyman_tutor"
    home.mkdir()
    return home


def test_this_project_has_its_folders() -> None:
    assert (shipped.folder("lessons") / "README.md").is_file()
    assert shipped.folder("notebooks").is_dir()


def test_an_installed_package_has_them_inside(package: Path) -> None:
    inside = package / "_shipped" / "lessons"
    inside.mkdir(parents=True)
    assert shipped.folder("lessons", package) == inside


def test_a_checkout_has_them_beside(package: Path) -> None:
    beside = package.parent / "notebooks"
    beside.mkdir()
    (package.parent / "pyproject.toml").touch()
    assert shipped.folder("notebooks", package) == beside


def test_a_stranger_beside_an_installed_package_is_not_taken(package: Path) -> None:
    (package.parent / "lessons").mkdir()
    with pytest.raises(FileNotFoundError, match="lessons"):
        shipped.folder("lessons", package)
