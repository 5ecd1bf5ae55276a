"""How often the interval within a run holds the percentile that the other runs
of the same command have, pooled: what intervals say about another run."""

import base64
import zlib

from . import formats as f
from . import results as r
from .tables import region

PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
FIGURES = [("response", "responseTime"), ("service", "serviceTime"), ("staleness", "staleness")]


def zigzag(data):
    """The numbers of a histogram's body: zigzag LEB128 of at most nine bytes."""
    value = shift = 0
    for byte in data:
        last = shift == 56 or byte < 0x80
        value |= (byte if last else byte & 0x7F) << shift
        shift += 7
        if last:
            yield (value >> 1) ^ -(value & 1)
            value = shift = 0


def counts(text):
    """A histogram's counts by their index, from HdrHistogram's encoding V2."""
    body = zlib.decompress(base64.b64decode(text)[8:])[40:]
    found, index = {}, 0
    for number in zigzag(body):
        if number > 0:
            found[index] = number
        index += 1 if number >= 0 else -number
    return found


def index_of(value):
    """The index of the step that a value belongs to, of a histogram with three digits."""
    bucket = max(value, 2047).bit_length() - 11
    return bucket * 1024 + (value >> bucket)


def percentile(pooled, fraction):
    """The index of the step with a percentile of counts by index."""
    needed, total = fraction * sum(pooled.values()), 0
    for index in sorted(pooled):
        total += pooled[index]
        if total >= needed:
            return index
    raise ValueError("no counts")


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
        hits += low <= percentile(others, PERCENTILES[key]) <= high
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
