"""Generated regions of the simulated platform: accounts, and tickets against moving odds."""

import math
import statistics

from . import formats as f
from . import results as r
from .tables import region

# The normal distribution's quantile of 97.5%.
Z = 1.959963984540054


def valid(name):
    """A result's runs, without those whose figures say nothing."""
    return [run for run in r.published(name)["runs"] if run["status"] != "INVALID"]


def groups(name):
    """The runs of each strategy and each `--sync`, in the order of the first of them."""
    found = {}
    for run in valid(name):
        found.setdefault((run["strategy"], run["sync"]), []).append(run)
    return found


def is_lower_bound(run, key):
    """Whether frames that were never seen could raise a figure of the feed."""
    feed = r.field(run, key.split(".", maxsplit=1)[0])
    start = feed.get("lowerBoundFromNanoseconds")
    return start is not None and r.field(run, key) >= start


def median_cell(runs, key):
    bound = any(is_lower_bound(run, key) for run in runs) if key.startswith("feed") else False
    return ("≥ " if bound else "") + f.duration(r.median(runs, key))


@region
def platform():
    """Requests of accounts, medians of runs."""
    runs = valid("platform")
    routes = [route["route"] for route in runs[0]["routes"]]

    def row(number, name):
        def mid(key):
            return statistics.median(r.field(run["routes"][number], key) for run in runs)

        return [name, f.count(mid("answered")), f.duration(mid("responseTime.p50")),
                f.duration(mid("responseTime.p95"))]

    return f.table(["request", "answered", "response p50", "p95"],
                   [row(number, name) for number, name in enumerate(routes)])


@region
def betting():
    """Tickets and the feed beside them, medians of valid runs."""
    def count(strategy, sync):
        all_runs = [run for run in r.published("betting")["runs"]
                    if (run["strategy"], run["sync"]) == (strategy, sync)]
        return f"{sum(run['status'] != 'INVALID' for run in all_runs)} of {len(all_runs)}"

    return f.table(
        ["", "valid runs", "tickets/s", "placed/s", "response p50", "p99", "feed p99 with tickets", "alone"],
        [[f"{strategy}, sync {sync}", count(strategy, sync),
          f.count(r.median(runs, "tickets.achievedRate")),
          f.count(r.median(runs, "tickets.placedRate")),
          *(median_cell(runs, f"{part}.responseTime.{key}") for part, key in (
              ("tickets", "p50"), ("tickets", "p99"), ("feed", "p99"), ("feedAlone", "p99")))]
         for (strategy, sync), runs in groups("betting").items()])


def tickets(strategy, number):
    """How many tickets met changed odds at a delay, and how many there were."""
    points = [run["curve"][number] for run in valid("betting") if run["strategy"] == strategy]
    return sum(point["changed"] for point in points), sum(point["tickets"] for point in points)


def share(strategy, number):
    changed, total = tickets(strategy, number)
    return changed / total


def wilson(hits, total):
    """Wilson's interval of a share; both bounds at 95%."""
    share = hits / total
    middle = (share + Z * Z / (2 * total)) / (1 + Z * Z / total)
    half = Z / (1 + Z * Z / total) * math.sqrt(
        share * (1 - share) / total + Z * Z / (4 * total * total))
    return middle - half, middle + half


@region
def betting_curve():
    """The share of tickets that met changed odds, by the client's delay, over all valid runs."""
    delays = [point["delayNanoseconds"] for point in valid("betting")[0]["curve"]]

    def cell(strategy, number):
        changed, total = tickets(strategy, number)
        return f"{f.percent(changed / total)} {f.interval(*wilson(changed, total), f.percent)}"

    return f.table(["client delay", *r.STRATEGIES], [
        [f.duration(delay) if delay else "none", *(cell(s, n) for s in r.STRATEGIES)]
        for n, delay in enumerate(delays)])
