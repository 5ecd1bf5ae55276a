"""What the tests hold results against."""

import time

LIST = (
    "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
    "default-event-info/100/100")


def milliseconds(nanoseconds):
    return round(nanoseconds / 1e6, 3) if nanoseconds is not None else None


def expect_equal(run, clients):
    """Every client's tree was the source's at the end."""
    truth = run["live"]["truth"]
    assert truth["channels"] == clients, truth
    assert truth["differing"] == 0, truth


def figures(run):
    """The total latency, and by edge."""
    def line(times):
        return {name: milliseconds(times.get(name)) for name in ("p50", "p99", "max")}

    return {
        "frames": run["live"]["account"]["offered"]["frames"],
        "all": line(run["responseTime"]),
        **{edge["name"]: line(edge["responseTime"]) for edge in run["fleet"]["edges"]},
    }


def expect_same_truth(fleet, topics, seconds=30):
    """At rest every edge has the source's state, byte for byte."""
    fleet.source.post("/pause")
    try:
        for topic in topics:
            truth = fleet.source.truth(topic)
            for edge in fleet.edges:
                end = time.monotonic() + seconds
                # An edge answers once it is at rest, or after some seconds.
                while edge.truth(topic) != truth:
                    assert time.monotonic() < end, (edge.name, topic)
    finally:
        fleet.source.post("/resume")


def wait_until(holds, limit=30):
    """Until it holds, of which no event tells: the seconds that it took."""
    start = time.monotonic()
    while not holds():
        assert time.monotonic() - start < limit
        time.sleep(0.02)
    return time.monotonic() - start
