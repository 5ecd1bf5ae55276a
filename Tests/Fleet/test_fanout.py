"""F12: what fan-out costs, and what one more edge costs the source."""

import json
import os
import pathlib
import re
import subprocess
import time

import pytest

from checks import expect_same_truth, LIST
from fleet import ENVIRONMENT, Program, PROGRAMS
from usage import mean, Reading, slope

EDGES = (1, 2, 4)
WINDOW = 60
ROUNDS = 4
# Of each edge, spread over the topics.
CLIENTS = 100
WORLD = {"rate": 1_200, "events": 20, "markets": 20}
# No match begins or ends meanwhile.
SOURCE_WORDS = ["--records-per-frame", "60", "--life-cycle", "86400"]
# Cores that one more edge may cost the source.
GOAL = 0.01


class Load(Program):
    """Clients of one edge, that count what they get."""

    def __init__(self, host, edge, topics, seconds):
        address, port = re.fullmatch(r"ws://(.*):(\d+)/v2", edge.url).groups()
        super().__init__(
            host,
            [str(PROGRAMS / "emload"), "--host", address, "--port", port, "--connections",
             str(CLIENTS), "--seconds", str(seconds),
             *(word for topic in topics for word in ("--topic", topic))], f"load of {edge.name}")

    def finish(self):
        figures = json.loads(self.process.stdout.readline())
        assert self.process.wait() == 0, self.said()
        return figures


def match_topics(fleet):
    events = json.loads(fleet.source.truth(LIST))["channels"][0]["events"]
    return [f"/sports/1/en/{event['id']}/match-odds" for event in events]


def expect_nothing_lost(fleet):
    for name in ("messages_resent", "messages_dropped", "acknowledgements_refused"):
        assert fleet.source.metric(f"source_{name}_total") == 0, name
    for edge in fleet.edges:
        for name in ("redumps", "dropped", "overflows", "malformed"):
            assert edge.metric(f"edge_{name}_total") == 0, (edge.name, name)


def measure(fleet, edges, topics):
    """One window with so many edges, which are there for it alone."""
    fleet.edges = [fleet.start_edge(number) for number in range(1, edges + 1)]
    loads = [
        fleet.add(Load(fleet.network.host("clients"), edge, topics, WINDOW + 3))
        for edge in fleet.edges]
    for load in loads:
        load.wait_for("measuring for")
    measured = window(fleet)
    figures = [load.finish() for load in loads]
    measured["received"] = sum(figure["framesPerSecond"] for figure in figures)
    assert all(figure["closed"] == 0 for figure in figures), figures
    expect_same_truth(fleet, topics[:3])
    expect_nothing_lost(fleet)
    for program in [*loads, *fleet.edges]:
        program.stop()
        fleet.programs.remove(program)
    fleet.edges = []
    return measured


def window(fleet):
    programs = {"source": fleet.source, "nats": fleet.nats,
                **{edge.name: edge for edge in fleet.edges}}

    def read():
        frames = fleet.source.metric("source_messages_total")
        size = fleet.source.metric("source_message_bytes_total")
        return frames, size, {
            name: Reading(program.process.pid) for name, program in programs.items()}

    frames, size, before = read()
    # The window is a length of time, and no event ends it.
    time.sleep(WINDOW)
    frames_after, size_after, after = read()
    usage = {name: after[name].since(before[name]) for name in programs}
    seconds = after["source"].time - before["source"].time
    served = [usage[edge.name] for edge in fleet.edges]
    return {
        "frames": (frames_after - frames) / seconds,
        "frameBytes": (size_after - size) / max(frames_after - frames, 1),
        "source": usage["source"]["cores"], "nats": usage["nats"]["cores"],
        "edge": sum(one["cores"] for one in served) / max(len(served), 1),
        "published": usage["nats"]["in"], "delivered": usage["nats"]["out"],
        "sent": sum(one["out"] for one in served)}


def calibrate(folder):
    """A file of costs of this machine."""
    given = os.environ.get("FLEET_COSTS")
    if given:
        return given
    file = pathlib.Path(folder) / "plan.json"
    done = subprocess.run(
        [str(PROGRAMS / "bench-fleet"), "fleet", "plan", "--calibrate", "--format", "json",
         "--output", str(file), "--results", str(folder)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return file


def predict(costs, edges, topics, measured):
    """Cores by the plan of just these machines, made large so that nothing else limits them."""
    cores = 64
    done = subprocess.run(
        [str(PROGRAMS / "bench-fleet"), "fleet", "plan", "--costs", str(costs), "--format",
         "json", "--connections", str(edges * CLIENTS), "--descriptors", str(CLIENTS),
         "--frames", f"{measured['frames'] / topics:.3f}", "--bytes",
         str(round(measured["frameBytes"])), "--topics", str(topics), "--regions", "1",
         "--spare", "0", "--nats-servers", "2", "--replicas", "1", "--cores", str(cores)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    roles = {role["role"]: role for role in json.loads(done.stdout)["result"]["roles"]}
    assert roles["edge"]["count"] == edges, roles["edge"]
    return {
        "source": cores * roles["source"]["utilization"],
        # With one of the two servers lost, the other has all edges, as here.
        "nats": cores * roles["nats"]["utilizationAfterLoss"],
        "edge": cores * roles["edge"]["utilization"]}


def interval(values):
    value, margin = mean(values)
    return {"value": value, "margin": margin}


@pytest.mark.whole
@pytest.mark.alone
def test_f12_one_more_edge_costs_the_source_nothing(make_fleet, record_property, tmp_path):
    # Alone on the machine, before the fleet.
    costs = calibrate(tmp_path)
    fleet = make_fleet(**WORLD, source_words=SOURCE_WORDS, edges=0, agents=0)
    topics = match_topics(fleet)
    assert len(topics) > 5
    # No topic is open yet, and none can be closed again: what the world itself takes.
    world = window(fleet)["source"]
    windows = {edges: [] for edges in EDGES}
    for number in range(ROUNDS):
        for edges in EDGES if number % 2 == 0 else reversed(EDGES):
            windows[edges].append(measure(fleet, edges, topics))

    more, margin = slope(
        [(edges, one["source"]) for edges in EDGES for one in windows[edges]])
    predictions = {
        edges: predict(costs, edges, len(topics), windows[edges][0]) for edges in EDGES}
    rows, off = [], []
    for edges in EDGES:
        ones, predicted = windows[edges], predictions[edges]
        row = {name: interval([one[name] for one in ones]) for name in ones[0]}
        for role, cores in predicted.items():
            # The plan knows nothing of what a world takes by itself.
            own = world if role == "source" else 0
            off.append((edges, role, cores / (row[role]["value"] - own)))
            predicted[role] += own
        rows.append({"edges": edges, "measured": row, "predicted": predicted})
    record_property("F12", {
        "clientsOfAnEdge": CLIENTS, "worldCores": world, "rows": rows,
        "oneMoreEdge": {"value": more, "margin": margin}})

    assert more < GOAL, (more, margin)
    assert all(0.5 <= ratio <= 2 for _, _, ratio in off), off
