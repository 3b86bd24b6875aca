"""The records of this browser: the best scores against the clock, by kind of run and by name, and the best time of each
stage.

They are kept with the progress, in the visitor's own browser and in the file they take along, so they are checked when
they come back.
"""

from __future__ import annotations

from collections.abc import Mapping

from rallyman_tutor.core.notation import Refused

MOST_KINDS, MOST_NAMES, MOST_LETTERS, MOST_SCORE = 40, 8, 24, 999
"""The most kinds of runs, the most names with a best score in each, the longest name, and the highest score."""

MOST_TOLD = 60
"""Letters of a place in a broken file that are told."""
MOST_STAGES, MOST_SECONDS = 400, 100_000
"""How many stages may have a best time, and how long that may be."""

Scores = Mapping[str, int]
"""The best score of each name, the best first; the learner's own stands under no name."""


def with_score(scores: Scores, name: str, score: int) -> Scores:
    """The best scores with one more; of more names than are kept the best stay."""
    best = {**scores, name: max(score, scores.get(name, 0))}
    return dict(sorted(best.items(), key=lambda one: (-one[1], one[0]))[:MOST_NAMES])


def merged(runs: Mapping[str, Scores], other: Mapping[str, Scores]) -> Mapping[str, Scores]:
    """The scores of two tabs together."""
    found = dict(runs)
    for kind, scores in other.items():
        for name, score in scores.items():
            found[kind] = with_score(found.get(kind, {}), name, score)
    return found


def read(raw: object) -> Mapping[str, Scores]:
    """The scores of a progress file; one from before they were kept has none."""
    if raw is None:
        return {}
    if not isinstance(raw, dict) or len(raw) > MOST_KINDS:
        raise Refused("broken-progress", {"place": "runs"})
    for kind, scores in raw.items():
        if not _are_scores(scores):
            raise Refused("broken-progress", {"place": f"runs, {kind}"[:MOST_TOLD]})
    return merged({}, raw)


def _are_scores(scores: object) -> bool:
    return (
        isinstance(scores, dict)
        and len(scores) <= MOST_NAMES
        and all(len(name) <= MOST_LETTERS for name in scores)
        and all(type(score) is int and 0 <= score <= MOST_SCORE for score in scores.values())
    )


# -- Stages -----------------------------------------------------------------------------------------------------------


def with_time(times: Mapping[str, int], stage: str, seconds: int) -> Mapping[str, int]:
    """The best times with one more; of too many stages the last one is left out."""
    if stage not in times and len(times) == MOST_STAGES:
        return times
    return {**times, stage: min(seconds, times.get(stage, MOST_SECONDS))}


def merged_times(times: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    """The best times of two tabs together."""
    for stage, seconds in other.items():
        times = with_time(times, stage, seconds)
    return times


def read_times(raw: object) -> Mapping[str, int]:
    """The best times of a progress file; one from before they were kept has none."""
    if raw is None:
        return {}
    if not isinstance(raw, dict) or len(raw) > MOST_STAGES:
        raise Refused("broken-progress", {"place": "times"})
    for stage, seconds in raw.items():
        if type(seconds) is not int or not 0 <= seconds <= MOST_SECONDS:
            raise Refused("broken-progress", {"place": f"times, {stage}"[:MOST_TOLD]})
    return dict(raw)
