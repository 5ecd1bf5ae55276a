"""The NATS configuration that is shipped: each role may do what it needs, and nothing else."""

import asyncio
import os
import pathlib
import signal
import subprocess

import pytest

from checks import LIST, expect_equal, expect_same_truth
from conftest import length
from fleet import ENVIRONMENT, PATIENCE, PROGRAMS
from secure import Certificates, SecureFleet, SecureNats, connected, topic_token

CLIENTS = length(100, 20)
CONSUMERS = [
    "$JS.API.CONSUMER.CREATE.ODDS_main", "$JS.API.CONSUMER.CREATE.RUNS",
    "$JS.API.CONSUMER.DURABLE.CREATE.ODDS_main.mine",
    "$JS.API.CONSUMER.CREATE.ODDS_main.mine", "$JS.API.CONSUMER.MSG.NEXT.ODDS_main.mine",
]
STREAMS = [
    f"$JS.API.STREAM.{verb}.{stream}" for verb in ("DELETE", "PURGE", "UPDATE", "MSG.GET")
    for stream in ("ODDS_main", "RUNS")
] + ["$JS.API.STREAM.CREATE.other"]
FRAMES = ["odds.main.frames.topic", "odds.main.beat"]
CONTROL = ["odds.main.control.pause", "odds.main.control.scenario", "odds.main.control.faults"]

# What each user must not publish, and must not subscribe to.
FORBIDDEN = {
    "source": (
        ["runs.test.agent-1", "runs.test.coordinator", "agents", "agents.agent-1",
         "odds.main.dump.topic", "odds.main.topics", *CONTROL, "$JS.API.STREAM.CREATE.RUNS"],
        [">", "runs.*.*", "agents", "_INBOX_agent.>", "_INBOX_edge.>", "_INBOX_coordinator.>"]),
    "edge": (
        [*FRAMES, *CONTROL, "odds.main.control.truth", "runs.test.agent-1", "agents",
         "agents.agent-1", "$JS.API.STREAM.CREATE.ODDS_main", "$JS.API.DIRECT.GET.RUNS",
         "_INBOX_edge.another", "_INBOX_coordinator.x", "_INBOX_agent.agent-1.x"],
        [">", "odds.main.dump.*", "odds.main.topics", "odds.main.control.*", "odds.main.time",
         "runs.*.*", "agents",
         "_INBOX_source.>", "_INBOX_agent.>", "_INBOX_coordinator.>"]),
    "coordinator": (
        [*FRAMES, "odds.main.dump.topic", "odds.main.topics", "runs.test.agent-1",
         "$JS.API.STREAM.CREATE.ODDS_main", "$JS.API.DIRECT.GET.ODDS_main", "_INBOX_edge.x",
         "_INBOX_agent.agent-1.x"],
        [">", "odds.main.frames.*", "agents", "agents.agent-1", "odds.main.control.*",
         "_INBOX_source.>", "_INBOX_agent.>", "_INBOX_edge.>"]),
    "agent-1": (
        [*FRAMES, *CONTROL, "odds.main.control.resume", "odds.main.control.ledger-begin",
         "odds.main.dump.topic", "odds.main.topics", "runs.test.agent-2",
         "runs.test.coordinator", "agents",
         "agents.agent-2", "$JS.API.STREAM.CREATE.ODDS_main", "$JS.API.STREAM.CREATE.RUNS",
         "$JS.API.DIRECT.GET.ODDS_main", "$JS.API.DIRECT.GET.RUNS", "_INBOX_edge.x",
         "_INBOX_agent.agent-2.x", "_INBOX_source.x"],
        [">", "odds.main.frames.*", "runs.*.*", "runs.*.agent-1", "agents.agent-2",
         "odds.main.control.*", "_INBOX_agent.agent-2.>", "_INBOX_coordinator.>",
         "_INBOX_source.>", "_INBOX_edge.>"]),
}


@pytest.fixture
def make_secure_fleet(make_network):
    fleets = []

    def make(**options):
        fleets.append(SecureFleet(make_network(), **options))
        return fleets[-1]

    yield make
    for fleet in fleets:
        fleet.stop()


@pytest.fixture
def server(make_network):
    server = SecureNats(make_network().host("nats"))
    server.wait_until_ready()
    yield server
    server.stop()


def command_lines():
    """The command lines of all processes."""
    texts = []
    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            texts.append(file.read_bytes())
        except OSError:
            pass  # It has ended.
    return texts


def test_a_run_by_the_shipped_configuration(make_secure_fleet):
    fleet = make_secure_fleet(rate=500, events=20, markets=4)
    secrets = [password.encode() for password in fleet.nats.passwords.values()]
    run = fleet.run("--clients", str(CLIENTS), "--duration", "3s")
    run.wait_for("measuring", 120)
    seen = command_lines()
    status, result = run.finish()
    expect_equal(result, CLIENTS)
    assert result["status"] in ("OK", "INVALID"), result
    expect_same_truth(fleet, [LIST])
    said = [program.said().encode() for program in fleet.programs] + [run.result_bytes()]
    # The server says so if a role lacks a permission.
    assert not any(b"violation" in text.lower() for text in said)
    assert any(b"--nats-creds" in line for line in seen)
    for secret in secrets:
        assert not any(secret in text for text in seen + said)


@pytest.mark.parametrize("user", FORBIDDEN)
def test_a_role_may_do_nothing_beyond_its_own(server, user):
    publishes, subscribes = FORBIDDEN[user]
    publishes = [*publishes, *CONSUMERS, *STREAMS]
    # So that the check can fail: what is its own is not refused.
    own_subject = {
        "source": "odds.main.beat", "edge": "odds.main.dump.topic",
        "coordinator": "runs.test.coordinator", "agent-1": "runs.test.agent-1"}[user]
    own_inbox = f"_INBOX_{user.replace('agent-', 'agent.agent-')}.own"

    async def check():
        async with connected(server, user) as client:
            await client.subscribe(own_inbox)
            for subject in [own_subject, *publishes]:
                await client.publish(subject, b"x")
            for subject in subscribes:
                await client.subscribe(subject)
            await client.flush()
            expected = [f'publish to "{subject}"' for subject in publishes]
            expected += [f'subscription to "{subject}"' for subject in subscribes]
            missing = expected
            for _ in range(100):
                said = "\n".join(client.errors).lower()
                missing = [one for one in expected if one.lower() not in said]
                if not missing:
                    break
                await asyncio.sleep(0.1)
            assert missing == []
            assert len(client.errors) == len(expected), client.errors

    asyncio.run(check())


def commands(address, words):
    """How each role is started."""
    simulator, bench = str(PROGRAMS / "emsim-fleet"), str(PROGRAMS / "bench-fleet")
    return {
        "source": [simulator, "--publish", address, *words, "--port", "0", "--events", "1"],
        "edge": [simulator, "--subscribe", address, *words, "--port", "0"],
        "agent-1": [bench, "agent", "--nats", address, *words, "--name", "agent-1"],
        "coordinator": [
            bench, "fleet", "run", "--nats", address, *words, "--connect", "ws://127.0.0.1:9400"],
    }


def end(server, words):
    return subprocess.run(
        server.host.command(words), capture_output=True, text=True, env=ENVIRONMENT,
        timeout=PATIENCE, cwd=server.folder)


@pytest.mark.parametrize("user", ["source", "edge", "agent-1", "coordinator"])
def test_what_cannot_be_let_in_ends_with_69_and_a_line(server, user):
    wrong = server.folder / "wrong.creds"
    wrong.write_text(f"{user}:guessed-secret\n")
    others = server.folder / "others"
    os.mkdir(others)
    other_ca = Certificates(others, {"127.0.0.1"}).ca
    ca, credentials = server.certificates.ca, server.credentials(user)
    plain = server.address.replace("tls://", "nats://")
    for what, address, words, expected in (
        ("wrong password", server.address, ["--nats-ca", ca, "--nats-creds", str(wrong)],
         "the credentials are refused"),
        ("no TLS", plain, ["--nats-creds", credentials], "TLS"),
        ("wrong CA", server.address, ["--nats-ca", other_ca, "--nats-creds", credentials],
         "local issuer certificate"),
    ):
        done = end(server, commands(address, words)[user])
        # One message, which is wrapped to the width of a terminal.
        message = " ".join(done.stderr.split())
        assert done.returncode == 69, (what, done)
        assert expected in message and len(message) < 300, (what, done)
        assert message.count("emsim:") + message.count("bench:") == 1, (what, done)
        assert "secret" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    "user, other",
    [("source", "edge"), ("edge", "agent-1"), ("agent-1", "agent-2"), ("coordinator", "agent-1"),
     *(pytest.param(*pair, marks=pytest.mark.whole) for pair in (
         ("source", "agent-1"), ("edge", "coordinator"), ("edge", "source"), ("agent-1", "edge")))])
def test_who_has_the_credentials_of_another_role_ends_with_69_and_a_line(server, user, other):
    access = ["--nats-ca", server.certificates.ca, "--nats-creds", server.credentials(other)]
    done = end(server, commands(server.address, access)[user])
    message = " ".join(done.stderr.split())
    assert done.returncode == 69, done
    assert "violation" in message.lower() and "check --nats-creds" in message, done


@pytest.mark.parametrize("user", ["source", "edge", "agent-1", "coordinator"])
def test_an_address_with_a_password_is_refused(server, user):
    place = server.address.removeprefix("tls://")
    done = end(server, commands(f"tls://{user}:{server.passwords[user]}@{place}", [])[user])
    assert done.returncode == 64, done
    assert "--nats-creds" in done.stderr
    assert server.passwords[user] not in done.stderr + done.stdout


@pytest.mark.parametrize("user", ["source", "edge", "agent-1", "coordinator"])
def test_who_waits_for_nats_ends_upon_one_signal(user):
    process = subprocess.Popen(
        commands("nats://127.0.0.1:1", [])[user], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT)
    said = process.stdout.readline()
    assert "waiting for it" in said, said
    process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode in (128 + signal.SIGTERM, -signal.SIGTERM), rest


def test_an_edge_cannot_have_the_stream_publish_for_it(make_secure_fleet):
    """JetStream answers to any reply subject, also with a frame that it has: as one of another
    topic, it would be believed."""
    fleet = make_secure_fleet(rate=200, events=4, markets=2, agents=0, edges=1)
    edge = fleet.edges[0]
    edge.truth(LIST)
    malformed = edge.metric("edge_malformed_total")
    token = topic_token(LIST)

    async def replay():
        async with connected(fleet.nats, "edge") as client:
            received = []

            async def note(message):
                received.append(message)

            await client.subscribe(f"odds.main.frames.{token}", cb=note)
            for sequence in range(1, 21):
                await client.publish(
                    "$JS.API.DIRECT.GET.ODDS_main", b'{"seq":%d}' % sequence,
                    reply=f"odds.main.frames.{token}")
            await client.flush()
            await asyncio.sleep(1)
            return sum("Nats-Stream" in (message.headers or {}) for message in received)

    # Whether the server does it is its own affair; what it did is counted, and nothing else.
    replayed = asyncio.run(replay())
    assert replayed > 0
    assert edge.metric("edge_malformed_total") - malformed >= replayed
    expect_same_truth(fleet, [LIST])
