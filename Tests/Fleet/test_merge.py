"""The results of a hundred agents are merged to one."""

import asyncio
import json
import re
import time

import nats
import pytest

from checks import expect_equal
from conftest import length
from fleet import collect

AGENTS = 100
CLIENTS = length(200, 20)


async def copy_to_many(address, run, copy):
    """Writes what a run's only agent wrote, as that of many agents of another run."""
    client = await nats.connect(address)
    streams = client.jetstream()
    count = (await streams.stream_info("RUNS")).state.messages
    written = []
    for sequence in range(1, count + 1):
        stored = await streams.get_msg("RUNS", sequence)
        written.append((stored.subject.split("."), json.loads(stored.data)))
    sender = {words[2] for words, _ in written} - {"coordinator"}
    assert len(sender) == 1
    for (_, of_run, by), message in written:
        if of_run != run:
            continue
        names = [f"agent-{number}" for number in range(1, AGENTS + 1)]
        if by == "coordinator":
            names = ["coordinator"]
        if message["kind"] == "plan":
            plan = message["plan"]
            plan["run"] = copy
            plan["agents"] = [
                {"name": f"agent-{number}", "clients": plan["agents"][0]["clients"]}
                for number in range(1, AGENTS + 1)]
        data = json.dumps(message, separators=(",", ":")).encode()
        for name in names:
            await streams.publish(f"runs.{copy}.{name}", data)
    await client.close()


@pytest.mark.whole
def test_a_hundred_agents_are_merged(make_fleet, record_property, tmp_path):
    fleet = make_fleet(
        rate=length(4_000, 500), events=100, markets=4, agents=1)
    status, one = fleet.run(
        "--clients", str(CLIENTS), "--duration", length("10s", "2s"), run="one").finish()
    expect_equal(one, CLIENTS)
    asyncio.run(copy_to_many(fleet.nats.address, "one", "many"))
    host, file = fleet.network.host("coordinator"), tmp_path / "many.json"
    # With nothing but the merge to do.
    fleet.source.post("/pause")
    start = time.monotonic()
    done = collect(host, fleet.nats.address, "many", file)
    seconds = time.monotonic() - start
    assert file.exists(), done.stderr
    many = json.loads(file.read_text())["result"]["runs"][0]
    assert many["fleet"]["lost"] == []
    assert [len(many["fleet"][part]) for part in ("agents", "edges")] == [AGENTS, 2]
    # A hundred times the same is the same, a hundred times as often.
    expect_equal(many, AGENTS * CLIENTS)
    for name, value in one["responseTime"].items():
        if name == "histogram":
            continue
        expected = value * AGENTS if name == "count" else value
        assert many["responseTime"][name] == expected, name
    merged = re.search(r"merged the results of 100 agents in ([0-9.]+ \S+)", done.stderr)
    assert merged, done.stderr
    record_property(
        "merge", {"agents": AGENTS, "merged in": merged[1], "in all s": round(seconds, 3)})
