"""F11: what does not parse is dropped and counted, whoever sends it, and changes nothing."""

import asyncio
import json
import random
import threading

import nats
import pytest

from checks import LIST, expect_equal, expect_same_truth, wait_until
from conftest import length
from secure import topic_token
from wamp import ERROR, Client

CLIENTS = length(100, 20)
# Messages to each subject, beside those of a megabyte.
COUNT = length(2_000, 300)
LARGE = length(40, 10)
# More than this a program must not grow by, whatever is sent: the large messages alone are
# several times as much.
GROWTH_MAX = 64 << 20
NOWHERE = "_INBOX_nobody.there"


def kind_of(subject):
    """`beat`, `frames`, `agents`, `runs` …"""
    tokens = subject.split(".")
    return tokens[2] if tokens[0] == "odds" else tokens[0]


def resident_bytes(program):
    with open(f"/proc/{program.process.pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
    raise KeyError("VmRSS")


class Attacker:
    """Sends what no part of a fleet would, beside what it would have."""

    def __init__(self, fleet, run, seed):
        print(f"seed {seed}")
        self.random = random.Random(seed)
        self.server, self.run = fleet.nats, run
        self.sent = 0
        self.real = {}  # Messages that were seen, by kind of subject.

    async def attack(self):
        self.has_seen = asyncio.Event()
        # What it sends itself does not come to it.
        self.client = await nats.connect(
            self.server.address, allow_reconnect=False, no_echo=True)
        subscriptions = [
            await self.client.subscribe(subject, cb=self.note)
            for subject in ("odds.main.>", "agents", "agents.*", "runs.*.*")]
        # Then there is something real of each kind to be mutated.
        await asyncio.wait_for(self.has_seen.wait(), 60)
        for subscription in subscriptions:
            await subscription.unsubscribe()
        frames = await self.client.subscribe("odds.main.frames.>")
        for subject in self.subjects():
            for number in range(COUNT + LARGE):
                large = number >= COUNT
                headers, data = self.hostile(subject, large)
                await self.client.publish(
                    subject, data, headers=headers,
                    reply=self.random.choice(["", NOWHERE, "odds.main.beat"]))
                self.sent += 1
                # It is not the amount that is tried here: the run has to have its share, and
                # gets on by another frame.
                if number % 20 == 0 or large:
                    while frames.pending_msgs:
                        await frames.next_msg()
                    await frames.next_msg(timeout=30)
        await self.client.flush()
        await self.client.close()

    async def note(self, message):
        kept = self.real.setdefault(kind_of(message.subject), [])
        if len(kept) < 20:
            kept.append((dict(message.headers or {}), message.data))
        if {"frames", "beat", "runs"} <= self.real.keys():
            self.has_seen.set()

    def subjects(self):
        made_up = topic_token("/sports/1/en/made-up")
        return [
            f"odds.main.frames.{topic_token(LIST)}", "odds.main.beat", f"odds.main.dump.{made_up}",
            f"odds.main.dump.{topic_token(LIST)}%zz", "odds.main.dump." + "x" * 600,
            "odds.main.topics", "odds.main.time",
            "odds.main.control.truth", "odds.main.control.ledger-begin",
            "odds.main.control.scenario", "odds.main.control.faults",
            "odds.main.control.made-up", "odds.main.control." + "x" * 40, "agents",
            "agents.agent-1", f"runs.{self.run}.agent-1", f"runs.{self.run}.coordinator",
            f"runs.{self.run}.nobody", f"runs.{self.run}.%00"]

    def hostile(self, subject, large):
        """Headers and bytes that nobody may take for a message of the fleet."""
        chance = self.random
        if large:
            return None, chance.randbytes((1 << 20) - 2_048)
        kind = chance.choice(["bytes", "cut", "damaged", "json", "headers"])
        seen = self.real.get(kind_of(subject), [])
        if kind in ("cut", "damaged") and seen and "frames" not in subject:
            data = chance.choice(seen)[1]
            if data:
                place = chance.randrange(len(data))
                rest = b"" if kind == "cut" else b"\0" + data[place + 1:]
                return None, data[:place] + rest
        if kind == "json":
            return None, chance.choice([
                b"[" * 100_000, b'{"schema":"oddsbench.fleet-request/1","kind":"shell"}',
                b'{"schema":"oddsbench.fleet-beat/1","epoch":99999999999999999999}',
                b'{"schema":"oddsbench.fleet-run/1","kind":"part","number":1,"count":1e9}',
                json.dumps({"kind": "who", "x": "y" * 10_000}).encode(), b"null", b"\xff\xfe"])
        if kind == "headers" or "frames" in subject:
            return self.headers(), chance.randbytes(chance.randrange(2_000))
        return None, chance.randbytes(chance.randrange(2_000))

    def headers(self):
        """Those of a frame, one of which is wrong."""
        headers = {
            "Odds-Epoch": "1700000000000000000", "Odds-Frame": "1", "Odds-Records": "1",
            "Odds-Due": "1"}
        name, value = self.random.choice([
            ("Odds-Epoch", "0"), ("Odds-Epoch", "18446744073709551616"), ("Odds-Epoch", "-1"),
            ("Odds-Epoch", "x" * 900), ("Odds-Frame", "0"), ("Odds-Frame", "01"),
            ("Odds-Frame", "9007199254740993"), ("Odds-Records", "67108865"),
            ("Odds-Due", "1e9"), ("Odds-Part", "1/99999999"), ("Odds-Part", "0/2"),
            ("Odds-Part", "3/2"), ("Odds-Part", "1/1"), ("Odds-Version", "one"),
            # Parts of what never becomes whole, of an epoch that has passed.
            ("Odds-Part", "1/65536"), ("Odds-Part", "65536/65536"),
            ("Odds-Request", "x" * 65), ("Odds-Request", "two words")])
        headers[name] = value
        if self.random.random() < 0.2:
            del headers[self.random.choice(["Odds-Epoch", "Odds-Frame", "Odds-Due"])]
        return headers


def register_made_up(edge, answers):
    """10,000 made-up topics and one of 5,000 bytes."""
    topics = [f"/sports/1/en/made-up/{number}" for number in range(10_000)]
    client = Client(edge.url)
    answers += client.register([*topics, "/sports/1/en/" + "x" * 5_000], pause=0.08)
    client.close()


@pytest.mark.parametrize("seed", [11])
def test_f11_hostile_messages_change_nothing(make_fleet, record_property, seed):
    fleet = make_fleet(rate=500, events=20, markets=4)
    run = fleet.run("--clients", str(CLIENTS), "--duration", length("75s", "20s"))
    run.wait_for("measuring", 120)
    programs = [fleet.source, *fleet.edges, *fleet.agents, run]
    before = [resident_bytes(program) for program in programs]
    redumps = [edge.metric("edge_redumps_total") for edge in fleet.edges]
    answers = []
    client = threading.Thread(target=register_made_up, args=(fleet.edges[0], answers))
    client.start()
    attacker = Attacker(fleet, "test", seed)
    asyncio.run(asyncio.wait_for(attacker.attack(), 150))
    grown = [
        resident_bytes(program) - then if program.process.poll() is None else 0
        for program, then in zip(programs, before)]
    client.join()
    refused = fleet.edges[0].metric("registrations_refused_total")
    malformed = [
        fleet.source.metric("source_requests_malformed_total"),
        *(edge.metric("edge_malformed_total") for edge in fleet.edges)]
    status, result = run.finish()
    record_property("F11", {
        "status": result["status"], "sent": attacker.sent, "malformed": malformed,
        "grown MiB": {one.name: round(bytes / (1 << 20), 1)
                      for one, bytes in zip(programs, grown)}})

    expect_equal(result, CLIENTS)
    assert result["fleet"]["lost"] == []
    # How late readers are is the machine's affair, which has to carry the attack as well.
    assert result["status"] in ("OK", "INVALID", "SATURATED"), result["reason"]
    assert result["live"]["counts"]["framesRejected"] == 0
    assert len(answers) == 10_001 and all(answer[0] == ERROR for answer in answers)
    assert refused >= len(answers)
    assert all(count >= COUNT // 2 for count in malformed), malformed
    assert [edge.metric("edge_redumps_total") for edge in fleet.edges] == redumps
    assert max(grown) < GROWTH_MAX, grown
    for agent in fleet.agents:
        agent.wait_for("cannot be read")
    assert "cannot be read" in run.said()
    # All are still there, and as they were.
    expect_same_truth(fleet, [LIST])
    # Made-up topics are not kept.
    wait_until(lambda: fleet.edges[0].metric("edge_topics") <= 100)
