"""How often the interval within a run holds the percentile that the other runs
of the same command have, pooled: what intervals say about another run."""

from . import formats as f
from . import results as r
from .histograms import FRACTIONS, counts, index_at, index_of
from .tables import region

PERCENTILES = ("p50", "p90", "p99")
FIGURES = [("response", "responseTime"), ("service", "serviceTime"), ("staleness", "staleness")]


def held(summaries, key):
    """How many runs have an interval, and how many of these hold the percentile
    of all other runs together."""
    histograms = [counts(summary["histogram"]) for summary in summaries]
    everything = {}
    for histogram in histograms:
        for index, count in histogram.items():
            everything[index] = everything.get(index, 0) + count
    given = hits = 0
    for summary, own in zip(summaries, histograms):
        intervals = summary.get("intervals", {})
        if intervals.get("method") != "blocks" or key not in intervals:
            continue
        others = {i: n - own.get(i, 0) for i, n in everything.items() if n > own.get(i, 0)}
        low, high = map(index_of, intervals[key])
        given += 1
        hits += low <= index_at(others, FRACTIONS[key]) <= high
    return given, hits


def table(runs):
    """A row for each figure, a column for each strategy: `held of given`."""
    valid = [run for run in runs if run["status"] != "INVALID"]
    names = list(dict.fromkeys(run["strategy"] for run in valid))
    by_name = [[run for run in valid if run["strategy"] == name] for name in names]
    rows = [["runs", *(f.count(len(own)) for own in by_name)]]
    for label, path in FIGURES:
        for key in PERCENTILES:
            cells = []
            for own in by_name:
                given, hits = held([run[path] for run in own], key)
                cells.append(f"{hits} of {given}" if given else f.MISSING)
            rows.append([f"{label} {key}", *cells])
    return ["", *names], rows


@region
def coverage():
    return f.table(*table(r.published("coverage-run")["runs"]))
