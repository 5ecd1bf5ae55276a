"""F1, F2 and F9: what a fleet measures is what its clients saw."""

import pytest

from checks import expect_equal, expect_same_truth, figures, LIST
from conftest import length

CLIENTS = length(400, 40)
# Some 50 frames/s of each match in the whole form, which are 20,000/s to all clients.
WORLD = {"rate": length(10_000, 1_000), "events": 100, "markets": length(10, 4),
         "source_words": ["--records-per-frame", length("300", "4")]}
DURATION = length("15s", "3s")


def test_f1_every_tree_is_the_sources(make_fleet, record_property):
    fleet = make_fleet(**WORLD)
    status, run = fleet.run("--clients", str(CLIENTS), "--duration", DURATION).finish()
    expect_equal(run, CLIENTS)
    expect_same_truth(fleet, [LIST])
    assert {part["name"] for part in run["fleet"]["agents"]} == {"agent-1", "agent-2"}
    assert sum(part["clients"] for part in run["fleet"]["edges"]) == CLIENTS
    # The load is what two cores carry, or more.
    assert run["status"] in ("OK", "INVALID", "SATURATED"), run
    record_property("F1", {"status": run["status"], **figures(run)})


@pytest.mark.whole
def test_the_same_plan_has_the_same_traffic(make_fleet):
    """A world that begins anew, on the same fleet and on another one of the same seed."""
    digests = []
    for _ in range(2):
        fleet = make_fleet(rate=1_000, events=20, markets=4, agents=1)
        for name in ("one", "two"):
            run = fleet.run("--clients", "10", "--duration", "2s", run=name)
            run.finish()
            digests.append(run.document()["trafficDigest"])
        fleet.stop()
        fleet.network.remove()
    assert len(set(digests)) == 1, digests
    fleet = make_fleet(rate=1_001, events=20, markets=4, agents=1)
    run = fleet.run("--clients", "10", "--duration", "2s")
    run.finish()
    assert run.document()["trafficDigest"] not in digests


@pytest.mark.whole
def test_f2_with_delay_and_loss(make_fleet, record_property):
    # A fifth of the load of F1: the program that delays the packets needs most of a core.
    world = {**WORLD, "rate": length(2_000, 1_000)}
    fleet = make_fleet(delay={"milliseconds": 5, "jitter": 2, "loss": 0.005}, **world)
    if not fleet.network.isolated:
        pytest.skip("packets are only delayed between network namespaces")
    status, run = fleet.run("--clients", str(CLIENTS), "--duration", DURATION).finish()
    expect_equal(run, CLIENTS)
    expect_same_truth(fleet, [LIST])
    record_property(
        "F2",
        {"packets": fleet.network.delay.packets, "lost": fleet.network.delay.lost,
         **figures(run)})


def test_f9_a_clock_that_is_off_changes_nothing(make_fleet, record_property):
    """An agent with another monotonic clock, and another boot id, as another machine has."""
    fleet = make_fleet(**WORLD, agents=1)
    fleet.agents.append(fleet.start_agent(2, before=fleet.another_machine(seconds=3)))
    status, run = fleet.run("--clients", str(CLIENTS), "--duration", DURATION).finish()
    expect_equal(run, CLIENTS)
    one, other = sorted(run["fleet"]["agents"], key=lambda part: part["name"])
    assert one["clockUncertaintyNanoseconds"] == 0
    assert 0 < other["clockUncertaintyNanoseconds"] < 5e6
    # Both see the same traffic over the same edges: three seconds would show.
    assert abs(one["responseTime"]["p50"] - other["responseTime"]["p50"]) < 50e6
    record_property("F9", {part["name"]: part for part in (one, other)})
