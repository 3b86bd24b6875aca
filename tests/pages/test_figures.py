"""The server's figures for those who watch over it: counts and times, of all visitors together."""

from __future__ import annotations

import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families as read

from rallyman_tutor.pages.server.figures import BOUNDS, Figures
from tests.pages.servers import Server, until


def test_every_figure_is_read_by_prometheus_itself() -> None:
    figures = Figures(started=5, ended=3, refused=2)
    for seconds in (0.1, 0.25, 0.3, 99.0):
        figures.made(seconds)
    families = {family.name: family for family in read(figures.text(2, 1, 7))}
    told = {name: family.samples[0].value for name, family in families.items() if family.type != "histogram"}
    assert told == {
        "rallyman_visitors": 2,
        "rallyman_waiting": 1,
        "rallyman_seats": 7,
        "rallyman_kernels_started": 5,
        "rallyman_kernels_ended": 3,
        "rallyman_refused": 2,
    }
    assert all(family.documentation for family in families.values())
    times = {(one.name, one.labels.get("le")): one.value for one in families["rallyman_ready_seconds"].samples}
    name = "rallyman_ready_seconds"
    assert [times[f"{name}_bucket", str(bound)] for bound in BOUNDS] == [2, 3, 3, 3, 3, 3, 3]
    assert times[f"{name}_bucket", "+Inf"] == times[f"{name}_count", None] == 4
    assert times[f"{name}_sum", None] == pytest.approx(99.65)


def told(server: Server, where: str = "metrics") -> dict[str, float]:
    with urllib.request.urlopen(f"{server.asked_at}{where}", timeout=20) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        text = answer.read().decode()
    return {sample.name: sample.value for family in read(text) for sample in family.samples if not sample.labels}


def test_a_visit_is_counted_from_its_beginning_to_its_end(server: Server) -> None:
    server.clear()
    before = told(server)
    assert server.get("voila/render/empty.ipynb")[0] == 200
    after = told(server)
    assert after["rallyman_visitors"] == before["rallyman_visitors"] + 1 == 1
    assert after["rallyman_kernels_started_total"] == before["rallyman_kernels_started_total"] + 1
    assert after["rallyman_ready_seconds_count"] == before["rallyman_ready_seconds_count"] + 1
    assert 0 < after["rallyman_ready_seconds_sum"] - before["rallyman_ready_seconds_sum"] < 60
    assert server.get("voila/render/nowhere.ipynb")[0] == 404
    assert told(server) == after, "what is no page is not counted"
    server.clear()
    ended = before["rallyman_kernels_ended_total"] + 1
    assert until(lambda: told(server)["rallyman_kernels_ended_total"] == ended)
    assert told(server)["rallyman_visitors"] == 0


@pytest.mark.parametrize("where", ["health", "metrics"])
def test_a_server_of_our_own_answers_at_the_short_address_too(voila_server: Server, where: str) -> None:
    short = voila_server.get(where)
    assert short[0] == 200 and short[2] == voila_server.get(f"rallyman/{where}")[2]
