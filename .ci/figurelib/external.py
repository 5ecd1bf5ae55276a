"""Generated region of programs in other languages, beside the strategies."""

import statistics

from . import formats as f
from . import results as r
from .bounds import cell
from .tables import region, status

RESULTS = ("run-external", "run-external-ring")


def subjects():
    """The result and the name of each row, the graph of the second one left out."""
    for result in RESULTS:
        for name in dict.fromkeys(run["strategy"] for run in r.runs(result)):
            if result == RESULTS[0] or name != "graph":
                yield result, name


def per_frame(run):
    nanoseconds = run["program"].get("processorNanoseconds")
    return None if nanoseconds is None else nanoseconds / run["serviceTime"]["count"]


@region
def programs():
    """All programs and the null programs, and the graph within `bench`."""
    rows = []
    for result, name in subjects():
        records = r.runs(result, name)
        program = records[0].get("program")
        processor = [per_frame(run) for run in records if program]
        rows.append([
            name.removesuffix(" (ring)"), program["transport"] if program else "",
            (program.get("level") or "") if program else "full", status(records),
            cell(records, "serviceTime.p50", f.duration),
            # What was INVALID was so for its tail.
            "" if "INVALID" in status(records) else cell(records, "serviceTime.p99", f.duration),
            f.duration(statistics.median(processor))
            if processor and None not in processor else "",
            cell(records, "memory.residentBytesPeak", f.size)])
    return f.table(
        ["program", "asked through", "level", "status", "service p50, a frame", "service p99",
         "its processor time, a frame", "peak RSS"], rows, left=4)
