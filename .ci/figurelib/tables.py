"""The generated regions of the texts: a function each, by the region's name."""

from . import formats as f
from . import results as r
from .bounds import cell, least_and_most
from .results import STRATEGIES

TABLES = {}


def region(function):
    TABLES[function.__name__.replace("_", "-")] = function
    return function


def code(text):
    return f"```\n{text}\n```"


RUN_ROWS = [
    ("achieved", "achievedRate", f.rate),
    ("frames not served", "unserved.frames", f.count),
    ("response p50", "responseTime.p50", f.duration),
    ("response p99", "responseTime.p99", f.duration),
    ("response p99.9", "responseTime.p999", f.duration),
    ("service p50", "serviceTime.p50", f.duration),
    ("service p99", "serviceTime.p99", f.duration),
    ("staleness p99", "staleness.p99", f.duration),
    ("allocations/update", "allocationsPerUpdate", f.number),
    ("resident peak", "memory.residentBytesPeak", f.size),
]


EXCERPT = [(label, path, text) for label, path, text in RUN_ROWS if label in {
    "achieved", "response p50", "response p99", "service p50", "allocations/update"}] + [
    ("heap", "memory.allocatedBytes", f.size)]


def status(records):
    return ", ".join(dict.fromkeys(x["status"] for x in records))


def spread_cell(records, path, text):
    """A median with its spread, as `bench` prints several runs."""
    shown = cell(records, path, text)
    return shown if shown == f.MISSING else (
        f"{shown} {f.spread([r.field(x, path) for x in records])}")


@region
def run_excerpt():
    """What `make bench` prints first, as it prints it."""
    by_strategy = [r.runs("default-run", s) for s in STRATEGIES]
    rows = [["", *STRATEGIES], None, ["status", *map(status, by_strategy)]]
    rows += [
        [name] + [spread_cell(x, path, text) for x in by_strategy]
        for name, path, text in EXCERPT]
    medians = {s: r.median(runs, "serviceTime.p50")
               for s, runs in zip(STRATEGIES, by_strategy)}
    fastest = min(medians, key=medians.get)
    ratios = ", ".join(f"{s} ×{f.number(value / medians[fastest])}"
                       for s, value in medians.items() if s != fastest)
    return code(f"{f.columns(rows)}\n\nService p50 against {fastest}, the fastest: {ratios}.")


def strategy_table(name, rows):
    by_strategy = [r.runs(name, s) for s in STRATEGIES]
    lines = [["status", *map(status, by_strategy)]]
    lines += [[label, *(cell(x, path, text) for x in by_strategy)] for label, path, text in rows]
    return f.table(["", *STRATEGIES], lines)


@region
def run():
    return strategy_table("default-run", RUN_ROWS)


@region
def run_changes():
    return strategy_table("changes-run", RUN_ROWS)


@region
def run_million():
    return strategy_table("million-run", [
        ("achieved", "achievedRate", f.rate), ("response p99", "responseTime.p99", f.duration),
        ("service p50", "serviceTime.p50", f.duration)])


@region
def stages():
    names = ["decode", "apply", "reconstruct", "deliver"]
    by_strategy = [r.runs("stages-run", s) for s in STRATEGIES]
    return f.table(["mean per frame", *STRATEGIES], [
        [n, *(cell(x, f"stages.{n}.meanNanoseconds") for x in by_strategy)] for n in names])


def points(strategy, holds):
    """The runs that hold at the sustained rate, or a valid one far beyond it."""
    curve = r.curve("saturation", strategy)
    if holds:
        return r.held(curve)
    # The search doubles the rate, so it has tried about twice the one that holds.
    return [next(p["run"] for p in curve["points"] if p["rate"] >= 1.9 * curve["sustainedRate"]
                 and p["run"]["status"] != "INVALID")]


@region
def saturation():
    return f.table(["", *STRATEGIES], [
        ["highest sustained rate, updates/s",
         *(f.count(r.curve("saturation", s)["sustainedRate"]) for s in STRATEGIES)],
        ["response p99 at that rate, three runs",
         *(least_and_most(points(s, True), "responseTime.p99") for s in STRATEGIES)],
        ["far beyond it: offered",
         *(f.rate(points(s, False)[0]["offeredRate"]) for s in STRATEGIES)],
        ["achieved there",
         *(f.rate(points(s, False)[0]["achievedRate"]) for s in STRATEGIES)],
        ["response p99 there",
         *(cell(points(s, False), "responseTime.p99") for s in STRATEGIES)],
    ])


def exponent(strategy):
    fits = r.curve("growth", strategy)["fits"]
    value = next(x for x in fits if x["metric"] == "serviceTime.p50")["exponent"]
    return f"{value['value']:.2f} {f.interval(value['low'], value['high'], '{:.2f}'.format)}"


@region
def growth():
    sizes = [p["size"] for p in r.curve("growth", "full")["points"]]
    rows = [[f"service p50 at {size} events"] + [
        cell([r.curve("growth", s)["points"][i]["run"]], "serviceTime.p50")
        for s in STRATEGIES] for i, size in enumerate(sizes)]
    rows.append(["grows as events to the power of", *map(exponent, STRATEGIES)])
    return f.table(["", *STRATEGIES], rows)


@region
def soak():
    names = {"responseTime.p50": ("response p50", f.duration),
             "responseTime.p99": ("response p99", f.duration),
             "serviceTime.p50": ("service p50", f.duration),
             "serviceTime.p99": ("service p99", f.duration),
             "referenceLoop": ("reference loop", f.duration),
             "residentBytes": ("resident set size", f.size),
             "allocatedBytes": ("live heap", f.size)}
    rows = []
    soak = r.published("soak")["soak"]
    interval = "95% interval" if "method" in soak else "interval of independent samples"
    for trend in soak["trends"]:
        if trend["metric"] not in names:
            continue
        name, text = names[trend["metric"]]
        limit = f"{trend['riseMax']:.0%}" if "riseMax" in trend else ""
        rise = trend["rise"]
        rows.append([name, text(trend["median"]), f.percent(rise["value"]),
                     f.interval(rise["low"], rise["high"], f.percent), limit])
    samples = len(r.published("soak")["run"]["series"])
    return f.table(
        ["", f"median of {samples} samples", "rise over the run", interval, "limit"], rows)


@region
def memory():
    def heap(allocator, phase):
        return [f.size(r.profile(s, allocator, phase)["end"]["heap"]["allocatedBytes"])
                for s in STRATEGIES]

    def steady(field, text):
        return [text(r.profile(s, "jemalloc", "steady")[field]) for s in STRATEGIES]

    return f.table(["", *STRATEGIES], [
        ["live heap with the dump loaded", *heap("jemalloc", "dumpLoaded")],
        ["the same, system allocator", *heap("system", "dumpLoaded")],
        ["live heap after steady traffic", *heap("jemalloc", "steady")],
        ["allocated per update, steady", *steady("allocatedBytesPerUpdate", f.size)],
        ["allocations per update, steady", *steady("allocationsPerUpdate", f.number)],
    ])


@region
def heap():
    """The head of a heap profile."""
    text = (r.RESULTS / "published/heap/graph-1-dumpLoaded.txt").read_text(encoding="utf-8")
    return code("\n".join(text.splitlines()[:7]))


def peer_frames(line):
    """The frames of a line; a dump needs no name beside its task's."""
    return "" if line["workload"] == line["task"] else line["workload"]


def peer_cost(line):
    """A cost with its range over processes."""
    low, high = (f.number(line[f"nanosecondsPerRecord{end}"]) for end in ("Min", "Max"))
    return f"{f.number(line['nanosecondsPerRecord'])} ({low} to {high})"


def peer_ratio(low, value, high):
    text = "×" + f.number(value)
    return text if low is None else f"{text} {f.interval(low, high)}"


@region
def peers():
    """Every task: the fastest other beside ours, the worst for ours first."""
    rows = []
    for c in r.peers()["comparisons"]:
        outcome = c.get("outcome") or ""
        rows.append([
            c["task"], peer_frames(c), c["implementation"],
            peer_ratio(c.get("ratioLow"), c["ratio"], c.get("ratioHigh")), c["ours"],
            f"≥ {c['goal']:g}" if c.get("goal") else "",
            "**missed**" if outcome == "missed" else outcome])
    return f.table(["task", "frames", "fastest other", "its cost to ours", "ours is", "goal", ""],
                   rows, left=3)


@region
def instructions():
    """What each kind of record costs."""
    rows = [[f"`{x['kind']}`", f.number(x["decode"]), f.number(x["apply"])]
            for x in sorted(r.instructions()["records"], key=lambda x: x["apply"])]
    return f.table(["record", "read", "read and applied"], rows)


@region
def peers_identical():
    """Ours against ours again."""
    rows = [[c["task"], peer_frames(c),
             peer_ratio(c.get("ratioLow"), c["ratio"], c.get("ratioHigh")), c["ours"]]
            for c in r.peers()["identical"]]
    return f.table(["task", "frames", "ours again to ours", ""], rows, left=2)


@region
def peers_all():
    """All costs of all implementations, task by task."""
    rows = []
    for line in r.peers()["tasks"]:
        is_ours = line["role"] == "ours"
        rows.append([
            line["task"], peer_frames(line), line["implementation"], peer_cost(line),
            "" if is_ours else peer_ratio(line.get("ratioToOursLow"), line["ratioToOurs"],
                                          line.get("ratioToOursHigh"))])
    return f.table(["task", "frames", "implementation", "ns per record (range)", "cost to ours"],
                   rows, left=3)


@region
def goals():
    def limit(goal):
        return f"≥ {goal['atLeast']:g}" if goal.get("atLeast") is not None else (
            f"≤ {goal['atMost']:g}")

    def measured(goal):
        text = f.number(goal["measured"])
        if goal.get("measuredLow") is not None:
            text += f" {f.interval(goal['measuredLow'], goal['measuredHigh'])}"
        return f"{text} {goal['unit']}"

    def outcome(goal):
        text = goal["outcome"]
        return "**missed**" if text == "missed" else text

    return f.table(["goal", "measured", "limit", ""], [
        [g["name"], measured(g), limit(g), outcome(g)] for g in r.peers()["goals"]])


@region
def summary():
    """The README's one table."""
    def raw(name):
        return f"[{name}](Results/published/{name}.json)"

    def run_row(label, path, text=f.duration, name="default-run"):
        return [label, *(cell(r.runs(name, s), path, text) for s in STRATEGIES), raw(name)]

    return f.table(["", *STRATEGIES, "raw data"], [
        ["status", *(status(r.runs("default-run", s)) for s in STRATEGIES), raw("default-run")],
        run_row("response p50", "responseTime.p50"),
        run_row("response p99", "responseTime.p99"),
        run_row("allocations per update", "allocationsPerUpdate", f.number),
        run_row("response p50, change set only", "responseTime.p50", name="changes-run"),
        ["highest sustained rate, updates/s",
         *(f.count(r.curve("saturation", s)["sustainedRate"]) for s in STRATEGIES),
         raw("saturation")],
        ["cost grows as events to the power of", *map(exponent, STRATEGIES), raw("growth")],
        ["live heap with the dump loaded",
         *(f.size(r.profile(s, "jemalloc", "dumpLoaded")["end"]["heap"]["allocatedBytes"])
           for s in STRATEGIES), raw("memory")],
    ])
