"""Generated regions of the second provider: its wire beside EM's."""

from . import formats as f
from . import results as r
from .bounds import cell
from .tables import region

WIRES = (("EM", "everymatrix"), ("SportRadar", "sportradar"))


def reading():
    return r.document("published/providers.json")


def is_met(line):
    return line["ratioPerByte"] <= reading()["ratioPerByteMax"]


@region
def providers():
    """What reading costs on both wires, and the goal per byte."""
    goal = f.number(reading()["ratioPerByteMax"])
    rows = []
    for line in reading()["lines"]:
        is_other = line["provider"] == "sportradar"
        rows.append([
            line["workload"], "SportRadar" if is_other else "EM",
            f.count(line["bytes"] / line["updates"]), f.duration(line["nanosecondsPerUpdate"]),
            f"{f.number(line['nanosecondsPerByte'])} ns",
            f"×{f.number(line['ratioPerByte'])} "
            f"{f.interval(line['ratioPerByteMin'], line['ratioPerByteMax'])}" if is_other else "",
            ("met" if is_met(line) else "**missed**") if is_other else ""])
    return f.table(
        ["frames", "wire", "bytes/update", "per update", "per byte", "to EM's per byte",
         f"goal ≤ {goal}"], rows, left=2)


@region
def provider_runs():
    """Runs of one world on both wires, medians."""
    columns = [(name, strategy, r.runs(f"run-{file}", strategy))
               for strategy in r.STRATEGIES for name, file in WIRES]
    rows = [["status", *(", ".join(dict.fromkeys(x["status"] for x in runs))
                         for _, _, runs in columns)]]
    for label, path, text in (
            ("achieved", "achievedRate", f.rate),
            ("response p50", "responseTime.p50", f.duration),
            ("response p99", "responseTime.p99", f.duration),
            ("service p50", "serviceTime.p50", f.duration),
            ("service p99", "serviceTime.p99", f.duration),
            ("allocations/update", "allocationsPerUpdate", f.number)):
        rows.append([label, *(cell(runs, path, text) for _, _, runs in columns)])
    return f.table(["", *(f"{strategy}, {name}" for name, strategy, _ in columns)], rows)
