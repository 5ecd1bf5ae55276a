"""Generated regions of the page of live odds in a browser."""

from . import formats as f
from . import results as r
from .tables import region

STAGES = ("wire", "store", "server", "network", "worker", "frame")
METRICS = {
    "mainThread.p99": ("main-thread time a frame, p99", f.duration),
    "frames.lateShare": ("late frames", f.percent),
    "longTasks.longestNanoseconds":
        ("longest task over 50 ms", lambda time: f.duration(time) if time else "none"),
    "paint.p50": ("latency to the paint, p50", f.duration),
    "paint.p99": ("latency to the paint, p99", f.duration),
    "heapBytes": ("heap of page and worker", f.size),
}


def groups(*names):
    """The valid runs of each way to draw at each rate, of all these results, by rate."""
    found = {}
    for name in names:
        for run in r.published(name)["runs"]:
            if run["status"] != "INVALID":
                found.setdefault((run["rate"], run["render"]), []).append(run)
    return dict(sorted(found.items(), key=lambda item: item[0][0]))


def figure(runs, path, text=f.duration):
    """The median of a figure, with the mark of a bound; n/a unless all runs have it."""
    if not all(r.has(run, path) for run in runs):
        return f.MISSING
    bound = path.startswith("paint") and any(run["status"] == "SATURATED" for run in runs)
    return ("≥ " if bound else "") + text(r.median(runs, path))


def late_share(runs):
    frames = [run["frames"] for run in runs]
    return sum(x["late"] for x in frames) / sum(x["count"] for x in frames)


@region
def game():
    """From when an update was due to its paint, and what a frame costs, by rate."""
    return f.table(
        ["updates/s", "drawn", "due until painted, p50", "p99", "max", "main thread a frame, p50",
         "p99", "late frames"],
        [[f.count(rate), render,
          *(figure(runs, f"paint.{key}") for key in ("p50", "p99", "max")),
          *(figure(runs, f"mainThread.{key}") for key in ("p50", "p99")),
          f.percent(late_share(runs))]
         for (rate, render), runs in groups("game", "game-2000").items()])


@region
def game_goals():
    """The goals of the page, as the gate judged them."""
    def row(goal):
        label, text = METRICS[goal["goal"]]
        mark = "≥ " if goal["isLowerBound"] else "≤ " if goal["isMaximum"] else ""
        value = mark + text(goal["value"]) if "value" in goal else f.MISSING
        return [label, f.count(goal["rate"]), value,
                text(goal["bound"]), goal["outcome"]]

    return f.table(["", "updates/s", "measured", "at most", ""],
                   [row(goal) for goal in r.published("game-gate")["goals"]])


@region
def game_stages():
    """The way of an update of the provider's feed to the screen, p50 and p99, by rate."""
    def cell(runs, name):
        stages = [next(s for s in run["stages"] if s["name"] == name) for run in runs]
        return " / ".join(figure(stages, f"time.{key}") for key in ("p50", "p99"))

    def received(run):
        return {"rate": run["updates"]["received"] / run["windowNanoseconds"] * 1e9}

    by_rate = groups("game-provider")
    return f.table(
        ["p50 / p99", *(f"feed of {f.rate(rate)}" for rate, _ in by_rate)],
        [[name, *(cell(runs, name) for runs in by_rate.values())] for name in STAGES]
        + [["due until painted",
            *(f"{figure(runs, 'paint.p50')} / {figure(runs, 'paint.p99')}"
              for runs in by_rate.values())],
           ["received by the page",
            *(f.rate(r.median([received(run) for run in runs], "rate"))
              for runs in by_rate.values())]])


def cost(load):
    """What a page adds to the server's memory, and what a message takes of its processor."""
    server = load["server"]
    seconds = load["windowNanoseconds"] / 1e9
    share = server["processorShare"] - server["processorShareIdle"]
    return {
        "bytes": (server["residentBytesLoaded"] - server["residentBytesIdle"]) / load["pages"],
        "nanoseconds": share * seconds / load["messages"] * 1e9}


@region
def game_pages():
    """Many pages on one server, medians of the valid runs."""
    loads = [x for x in r.published("game-pages")["loads"] if x["status"] != "INVALID"]
    costs = [cost(load) for load in loads]
    rates = [{"rate": load["updates"] / load["windowNanoseconds"] * 1e9} for load in loads]
    return f.table(["", f"{f.count(loads[0]['pages'])} pages"], [
        ["updates/s, all pages together", f.count(r.median(rates, "rate"))],
        ["due until read, p50", f.duration(r.median(loads, "delay.p50"))],
        ["due until read, p99", f.duration(r.median(loads, "delay.p99"))],
        ["server, cores busy", f.number(r.median(loads, "server.processorShare"))],
        ["server, resident without a page", f.size(r.median(loads, "server.residentBytesIdle"))],
        ["server, resident with all", f.size(r.median(loads, "server.residentBytesLoaded"))],
        ["growth per page", f.size(r.median(costs, "bytes"))],
        ["processor time of a message", f.duration(r.median(costs, "nanoseconds"))],
    ])


@region
def game_soak():
    """What rose over a soak of the page."""
    def row(trend):
        label, text = METRICS[trend["metric"]]
        rise, bound = trend["rise"], trend["riseMax"]
        # The rule of `FigureText.judgement`.
        outcome = "RISING" if trend["isBroken"] else "open" if rise["high"] > bound else "ok"
        return [label, text(trend["median"]), f.percent(rise["value"]),
                f.interval(rise["low"], rise["high"], f.percent), f.percent(bound), outcome]

    (run,) = r.published("game-soak")["runs"]
    return f.table(["", "median", "rise over the soak", "95% interval", "bound", ""],
                   [row(trend) for trend in run["trends"]["trends"]])
