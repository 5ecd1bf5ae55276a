"""Generated regions of what a fleet was seen to do: F1 to F12, and what an edge adds."""

from . import formats as f
from . import results as r
from .tables import region


def figures():
    return r.published("fleet-tests")["figures"]


def times(one):
    """The response times of a run; the tests have them in milliseconds."""
    p50, p99 = (f.duration(one["all"][name] * 1e6) for name in ("p50", "p99"))
    return f"p50 {p50}, p99 {p99}"


def seconds(value):
    return f.duration(value * 1e9)


def failover(name):
    one = figures()[f"F5 {name}"]
    dumps = " and ".join(f.count(int(number)) for number in one["redumps"])
    return [f"three NATS servers, SIGKILL of {name}",
            f"longest gap {f.duration(one['longest gap ms'] * 1e6)}; "
            f"{f.count(int(one['resent']))} messages sent again, none given up; new dumps at the "
            f"edges: {dumps}; equal"]


def clocks(one):
    by_agent = [f"{name} {f.duration(agent['responseTime']['p50'])} "
                f"± {f.duration(agent['clockUncertaintyNanoseconds'])}"
                for name, agent in sorted(one.items())]
    return "p50 of " + ", of ".join(by_agent)


@region
def fleet_tests():
    """What happens, and what was seen."""
    t = figures()
    cut, agent, hostile = t["F6"], t["F8"]["lost"][0], t["F11"]
    rows = [
        ["F1", "2 agents with 400 clients at two edges, 10,000 updates/s",
         f"{t['F1']['status']}: {times(t['F1'])}; equal"],
        ["F2", "2,000 updates/s, with 5 ± 2 ms and 0.5% loss between all hosts",
         f"{f.count(t['F2']['lost'])} of {f.count(t['F2']['packets'])} packets lost; "
         f"{times(t['F2'])}; equal"],
        ["F3", "SIGKILL of an edge",
         f"its clients on the other after {seconds(t['F3']['all connected after s'])}; equal"],
        ["F4", "SIGKILL of NATS, started again after 5 s",
         f"beats again {seconds(t['F4']['beats again after s'])} after it was ready, no agent "
         "lost; equal"],
        ["F5", *failover("the stream's leader")],
        ["F5", *failover("the source's server")],
        ["F6", "an edge cut off for 2 s and for 18 s, with a stream of 12 s",
         f"{f.count(cut['short']['gaps_filled'])} gaps filled from the stream and "
         f"{f.count(cut['short']['redumps'])} new dumps; then {f.count(cut['long']['redumps'])} "
         "new dumps; equal"],
        ["F6", "the last frame before a pause cut away",
         f"found by the beat {seconds(t['F6 last frame']['found after s'])} after the cut"],
        ["F7", "the source restarted",
         f"a new epoch, {f.count(t['F7']['redumps'])} new dumps; equal. The run says that what "
         "was due before is not known"],
        ["F8", "SIGKILL of an agent",
         f"INCOMPLETE, {agent['name']} named with the time of its last report; about "
         f"{f.count(agent['unknownFrames'])} frames not known"],
        ["F8", "SIGKILL of the coordinator",
         "the agents finish; `bench fleet collect` has the result, twice in the same bytes"],
        ["F9", "an agent with a clock 3 s off and another boot id", clocks(t["F9"])],
        ["F10", "merged percentiles", "those of one histogram of all values (property test)"],
        ["F11", f"{f.count(hostile['sent'])} hostile messages, 10,000 made-up topics",
         f"{' + '.join(f.count(int(one)) for one in hostile['malformed'])} counted by source and "
         f"edges; memory grew by {f.number(max(hostile['grown MiB'].values()))} MiB at most; "
         "equal"],
        ["F12", "1, 2 and 4 edges",
         f"one more edge costs the source {one_more_edge()} of a core"],
        ["", f"results of {f.count(t['merge']['agents'])} agents",
         f"merged in {t['merge']['merged in']}; `bench fleet collect` took "
         f"{seconds(t['merge']['in all s'])} in all"],
    ]
    return f.table(["", "what happens", "seen"], rows, left=3)


def spread(one, text=f.number, scale=1):
    return f"{text(one['value'] * scale)} ± {text(one['margin'] * scale)}"


@region
def fleet_fanout():
    """F12: what each edge costs, measured and by the plan."""
    rows = []
    for row in figures()["F12"]["rows"]:
        seen, computed = row["measured"], row["predicted"]
        cores = [f"{spread(seen[role])} (plan: {f.number(computed[role])})"
                 for role in ("source", "nats", "edge")]
        rows.append([f.count(row["edges"]), f.count(round(seen["frames"]["value"])),
                     f.count(round(seen["received"]["value"])), *cores,
                     *(f.number(seen[way]["value"] / 1e6)
                       for way in ("published", "delivered", "sent"))])
    return f.table(
        ["edges", "frames/s", "received/s", "source, cores", "NATS, cores", "each edge, cores",
         "source to NATS, MB/s", "NATS to edges, MB/s", "edges to clients, MB/s"], rows)


def one_more_edge():
    """What one more edge costs the source, of a core."""
    more = figures()["F12"]["oneMoreEdge"]
    return f"{100 * more['value']:.2f}% ± {100 * more['margin']:.2f}%".replace("-", "−")


def medians(name="fleet-direct"):
    """The p50 at each place of a run of `make fleet-direct`: the source, and an edge."""
    source, edge = r.run(name)["fleet"]["edges"]
    return source["responseTime"]["p50"], edge["responseTime"]["p50"]


def edge_adds():
    source, edge = medians()
    return f.duration(edge - source)
