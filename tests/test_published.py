"""The tutor's published description agrees with the tutor, and names only things that exist."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import rallyman_tutor
from tests.some import some

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TEMPLATES = [file for file in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if file.name != "config.yml"]


def read(file: Path | str) -> Any:
    return yaml.safe_load((ROOT / file).read_text("utf-8"))


def test_whoever_cites_it_cites_this_version() -> None:
    cited = read("CITATION.cff")
    assert (cited["version"], cited["license"]) == (rallyman_tutor.__version__, PROJECT["license"])
    assert cited["abstract"] == PROJECT["description"] and cited["keywords"] == PROJECT["keywords"]
    assert [one["name"] for one in cited["authors"]] == [one["name"] for one in PROJECT["authors"]]


def test_the_recipe_asks_for_what_the_package_asks_for() -> None:
    recipe = read("binder/conda/recipe.yaml")
    assert recipe["package"] == {"name": PROJECT["name"], "version": rallyman_tutor.__version__}
    python, *others = (asked.replace(" ", "") for asked in recipe["requirements"]["run"])
    assert python == f"python{PROJECT['requires-python']}" and others == PROJECT["dependencies"]


def test_the_pythons_that_are_promised_are_tested() -> None:
    promised = [re.search(r":: (3\.\d+)$", one) for one in PROJECT["classifiers"]]
    jobs = read(".github/workflows/test.yml")["jobs"]
    weekly = jobs.pop("wide")
    assert weekly["if"] == "github.event_name == 'schedule'" and "make test PYTHON=python WIDE=1" in str(
        weekly["steps"]
    )
    for job in some(jobs.values()):
        assert job["strategy"]["matrix"]["python"] == [found[1] for found in promised if found]


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_do_no_more_than_it_says_and_makes_what_can_be_made(file: Path) -> None:
    flow, text = read(file), file.read_text("utf-8")
    assert flow["permissions"]["contents"] == "read" and "secrets." not in text
    made = re.findall(r"run: make (\w+)", text)
    assert set(made) <= set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert all(re.fullmatch(r"[\w./-]+@v\d+", used) for used in some(re.findall(r"uses: (.*)", text)))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_template_asks_something(file: Path) -> None:
    told = read(file)
    assert told["name"] and told["description"]
    assert any(one.get("validations", {}).get("required") for one in told["body"])


def test_the_quick_checks_are_those_of_make_test() -> None:
    entries = [hook["entry"] for hook in read(".pre-commit-config.yaml")["repos"][0]["hooks"]]
    made = (ROOT / "Makefile").read_text("utf-8")
    assert entries and all(entry.replace(".venv/bin", "$(BIN)") in made for entry in entries)


def test_what_galleries_are_sent_names_this_repository_and_pictures_that_there_are() -> None:
    (voila,), (widget,) = read(".github/gallery/voila.yaml"), read(".github/gallery/built-with-anywidget.json")
    repository = PROJECT["urls"]["Source"]
    assert voila["repo_url"] == repository and widget["repo"] == repository.removeprefix("https://github.com/")
    assert (ROOT / voila["image_url"].partition("/COMMIT/")[2]).is_file()
    assert voila["url"] in (ROOT / "docs" / "releasing.md").read_text("utf-8").replace("%2F", "/")


def test_the_addresses_of_the_project_lead_to_what_there_is() -> None:
    urls = PROJECT["urls"]
    assert all(url.startswith("https://") for url in some(urls.values()))
    assert (ROOT / urls["Changelog"].rpartition("/main/")[2]).is_file() and urls["Issues"] == f"{urls['Source']}/issues"


def test_the_notes_of_a_release_are_what_the_changelog_says_of_this_version_on_one_screen() -> None:
    make = ["make", "-s", "notes"]
    notes = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"(?m)^#+ .*", notes) == ["### For players", "### For teachers", "### For those who run it"]
    assert (
        len(notes.split()) < 500
        and len(notes.splitlines()) < 40
        and notes in (ROOT / "CHANGELOG.md").read_text("utf-8")
    )
    unknown = subprocess.run([*make, "VERSION=0.0.9"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert unknown.returncode and not unknown.stdout


def test_the_changelog_leads_to_all_details_of_each_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"(?m)^## \[(\d[\d.]*)\]", changes)
    assert versions[0] == rallyman_tutor.__version__
    assert re.findall(r"\[([\d.]+)\]\(docs/changes-\1\.md\)", changes) == versions
    assert all((ROOT / f"docs/changes-{one}.md").is_file() for one in versions)
