"""Which figures of runs are bounds, by the rules of `RunBound` in the sources."""

from . import formats as f
from . import results as r
from .histograms import FRACTIONS, counts, index_at, index_of

LOWER, UPPER = "≥ ", "≤ "

# Of `HarnessShare`: what may be the harness's own delay in an exact figure.
SHARE_MAX = 0.1
FLOOR_NANOSECONDS = 1_000
# Strings that are in the sources for as long as the rules are the same.
FOUNDED_ON = {
    "public static let max = 0.1", "floorNanoseconds: UInt64 = 1_000",
    "latencies.ceiling(at: percentile, unknownCount: unserved)",
}

UNDELAYED = {"responseTime": "undelayedResponseTime", "serviceTime": "undelayedServiceTime"}
LATENCIES = (*FRACTIONS, "max")


def is_lower(run, name, key):
    """Whether frames that were not served could raise a figure."""
    if name not in ("responseTime", "harness.undelayedResponseTime"):
        return False
    account = run.get("live", {}).get("account")
    latency = r.field(run, name)
    value = latency.get(key)
    if account is None:
        unserved = run["unserved"]["frames"]
        if unserved == 0:
            return False
    else:
        unserved, start = account["unseen"]["frames"], account.get("lowerBoundFromNanoseconds")
        if start is None or value is None or value < start:
            return False
    if value is None or "histogram" not in latency or key not in FRACTIONS:
        return True
    ceiling = index_at(counts(latency["histogram"]), FRACTIONS[key], more=unserved)
    return ceiling is None or ceiling > index_of(value)


def is_upper(run, name, key):
    """Whether more of a figure than a tenth is the harness's own delay."""
    if name not in UNDELAYED or run["status"] == "INVALID":
        return False
    # Over sockets the harness is the server's generator.
    source = run["harness"] if "harness" in run else run.get("live", {})
    value, without = run[name].get(key), source.get(UNDELAYED[name], {}).get(key)
    if value is None or without is None or value - without <= FLOOR_NANOSECONDS:
        return False
    return (value - without) / value > SHARE_MAX


def mark(runs, path):
    """The mark before a figure of some runs; `None` if it is a bound from both sides."""
    name, _, key = path.rpartition(".")
    if key not in LATENCIES:
        return ""
    lower = any(is_lower(run, name, key) for run in runs)
    upper = any(is_upper(run, name, key) for run in runs)
    return None if lower and upper else LOWER if lower else UPPER if upper else ""


def cell(runs, path, text=f.duration):
    """A median, marked where it is a bound."""
    value, sign = r.median(runs, path), mark(runs, path)
    return f.MISSING if value is None or sign is None else sign + text(value)


def least_and_most(runs, path):
    """The range of a figure, marked where one of the values is a bound."""
    values, sign = [r.field(run, path) for run in runs], mark(runs, path)
    return f.MISSING if sign is None else (
        f"{sign}{f.duration(min(values))} to {f.duration(max(values))}")
