"""F3 to F8: what is lost, and how the rest goes on."""

import asyncio
import json
import signal
import time

import nats
import pytest

from checks import LIST, expect_equal, expect_same_truth, figures, milliseconds, wait_until
from conftest import length
from fleet import Nats, collect

CLIENTS = length(400, 40)
WORLD = {"rate": length(4_000, 500), "events": 100, "markets": 4}


def wait_until_measuring(fleet, run, reports=0):
    """Until the window is open, and an agent has reported for so many seconds."""
    run.wait_for("measuring", 120)
    if reports:
        asyncio.run(asyncio.wait_for(report(fleet.nats_url.split(","), reports), 120))


async def report(urls, number):
    client = await nats.connect(urls)
    messages = await client.subscribe("runs.*.agent-1")
    while True:
        said = json.loads((await messages.next_msg(timeout=60)).data)
        if said["kind"] == "report" and said["number"] >= number:
            break
    await client.close()


def test_f3_the_clients_of_a_killed_edge_go_to_the_other(make_fleet, record_property):
    fleet = make_fleet(**WORLD)
    run = fleet.run("--clients", str(CLIENTS), "--duration", length("20s", "10s"))
    wait_until_measuring(fleet, run, reports=3)
    dead, other = fleet.edges
    dead.kill()
    seconds = wait_until(lambda: other.metric("connections") >= CLIENTS)
    status, result = run.finish()
    expect_equal(result, CLIENTS)
    assert result["live"]["counts"]["reconnects"] >= CLIENTS // 2
    record_property("F3", {"all connected after s": round(seconds, 3), **figures(result)})
    assert seconds < 5
    assert [edge["clientsAtEnd"] for edge in result["fleet"]["edges"]] == [0, CLIENTS]
    fleet.edges = [other]
    expect_same_truth(fleet, [LIST])


@pytest.mark.whole
def test_f4_nats_is_killed_and_comes_back(make_fleet, record_property):
    fleet = make_fleet(**WORLD, source_words=["--stream-storage", "file"])
    run = fleet.run("--clients", str(CLIENTS), "--duration", "30s")
    wait_until_measuring(fleet, run, reports=5)
    fleet.nats.kill()
    wait_until(lambda: fleet.source.health() == "degraded")
    # That it is away for so long is the rule, and nothing happens at its end.
    time.sleep(5)
    wait_until(lambda: all(edge.health() == "stale" for edge in fleet.edges))
    fleet.nats = fleet.add(
        Nats(fleet.network.host("nats"), "nats again", store=fleet.nats.folder.name))
    fleet.nats.wait_until_ready()
    recovered = wait_until(
        lambda: not any(edge.metric("edge_stale") for edge in fleet.edges))
    status, result = run.finish()
    expect_equal(result, CLIENTS)
    assert result["fleet"]["lost"] == []
    assert all(agent["natsAwayNanoseconds"] > 4e9 for agent in result["fleet"]["agents"])
    assert fleet.source.health() == "ok"
    record_property("F4", {"beats again after s": round(recovered, 3), **figures(result)})
    expect_same_truth(fleet, [LIST])


@pytest.mark.whole
@pytest.mark.parametrize("victim", ["the stream's leader", "the source's server"])
def test_f5_a_server_of_a_cluster_is_killed(make_fleet, record_property, victim):
    fleet = make_fleet(
        **WORLD, clustered=True,
        source_words=["--stream-storage", "file", "--stream-replicas", "3"])
    run = fleet.run("--clients", str(CLIENTS), "--duration", "40s")
    wait_until_measuring(fleet, run, reports=5)
    dead = (
        fleet.cluster.leader("ODDS_main") if victim == "the stream's leader"
        else fleet.cluster.servers[0])
    assert dead
    dead.kill()
    status, result = run.finish()
    expect_equal(result, CLIENTS)
    assert result["fleet"]["lost"] == []
    # Every frame is stored in the end.
    fleet.source.post("/pause")
    wait_until(lambda: not fleet.source.metric("source_unacknowledged"))
    assert fleet.source.metric("source_messages_dropped_total") == 0
    longest = milliseconds(result["responseTime"]["max"])
    record_property(
        f"F5 {victim}",
        {"longest gap ms": longest, "resent": fleet.source.metric("source_messages_resent_total"),
         "redumps": [edge.metric("edge_redumps_total") for edge in fleet.edges],
         **figures(result)})
    expect_same_truth(fleet, [LIST])


@pytest.mark.whole
def test_f6_a_cut_is_filled_from_the_stream_or_ends_with_new_dumps(make_fleet, record_property):
    """Ages and cuts are a fifth of the real ones: 12 s, and cuts of 2 s and 18 s."""
    fleet = make_fleet(**WORLD, source_words=["--stream-age", "12s"])
    if not fleet.network.isolated:
        pytest.skip("hosts are only cut off between network namespaces")
    run = fleet.run("--clients", str(CLIENTS), "--duration", "60s")
    wait_until_measuring(fleet, run)
    cut, counts = fleet.edges[0], {}
    for name, seconds in (("short", 2), ("long", 18)):
        before = {kind: cut_metric(fleet, kind) for kind in ("gaps_filled", "redumps")}
        cut.host.cut()
        time.sleep(seconds)
        cut.host.join()
        time.sleep(10)
        counts[name] = {
            kind: cut_metric(fleet, kind) - before[kind] for kind in before}
    assert counts["short"]["gaps_filled"] > 0
    assert counts["long"]["redumps"] > 0
    status, result = run.finish()
    expect_equal(result, CLIENTS)
    expect_same_truth(fleet, [LIST])
    record_property("F6", counts)


def cut_metric(fleet, name):
    return int(fleet.edges[0].metric(f"edge_{name}_total"))


def test_f6_the_last_frame_before_silence_is_found_by_the_beat(make_fleet, record_property):
    fleet = make_fleet(rate=100, events=4, markets=2, agents=0)
    if not fleet.network.isolated:
        pytest.skip("hosts are only cut off between network namespaces")
    edge = fleet.edges[0]
    edge.truth(LIST)
    # What is published while the host is cut off for less than a broken connection's time is
    # lost at once where the buffer of the server is; a pause says how far the source was.
    edge.host.cut()
    fleet.source.post("/pause")
    truth = fleet.source.truth(LIST)
    time.sleep(4)
    edge.host.join()
    seconds = wait_until(lambda: edge.truth(LIST) == truth, limit=20)
    record_property("F6 last frame", {"found after s": round(seconds, 2)})
    fleet.source.post("/resume")


def restart_source_within_a_run(fleet):
    """The result, whose trees are equal."""
    run = fleet.run("--clients", str(CLIENTS), "--duration", length("20s", "8s"))
    wait_until_measuring(fleet, run, reports=3)
    fleet.source.kill()
    fleet.source = fleet.start_source()
    _, result = run.finish()
    expect_equal(result, CLIENTS)
    return result


def test_f7_a_source_that_restarts_has_a_new_epoch(make_fleet, record_property):
    fleet = make_fleet(**WORLD)
    result = restart_source_within_a_run(fleet)
    redumps = sum(int(edge.metric("edge_redumps_total")) for edge in fleet.edges)
    assert redumps > 0
    # What was due to the first source is gone with it; what was seen of both is there.
    assert result["status"] == "INVALID" and "was started again" in result["reason"]
    assert result["responseTime"]["count"] > 0 and result["fleet"]["unknownFrames"] == 0
    record_property("F7", {"redumps": redumps, "reason": result.get("reason"), **figures(result)})
    expect_same_truth(fleet, [LIST])


@pytest.mark.whole
def test_f7_a_source_that_restarts_on_another_machine_ends_latencies(make_fleet):
    fleet = make_fleet(**WORLD, source_ahead=1_000)
    result = restart_source_within_a_run(fleet)
    assert "another machine, whose clock is not known" in result["reason"]
    assert result["fleet"]["unknownFrames"] > 0
    # By the first clock, what the second source sends would be a thousand seconds late.
    assert 0 < result["responseTime"]["count"] and result["responseTime"]["max"] < 100e9
    expect_same_truth(fleet, [LIST])


def test_f8_a_killed_agent_is_named(make_fleet, record_property):
    fleet = make_fleet(**WORLD)
    run = fleet.run("--clients", str(CLIENTS), "--duration", length("15s", "8s"))
    wait_until_measuring(fleet, run, reports=5)
    fleet.agents[1].kill()
    status, result = run.finish()
    assert status == 4
    assert result["status"] == "INCOMPLETE"
    lost = result["fleet"]["lost"]
    assert [one["name"] for one in lost] == ["agent-2"]
    assert lost[0]["lastReportAt"] and lost[0]["unknownFrames"] > 0
    parts = {part["name"]: part for part in result["fleet"]["agents"]}
    assert parts["agent-1"]["frames"] > 0
    assert result["live"]["truth"]["differing"] == 0
    record_property("F8", {"lost": lost, **figures(result)})


@pytest.mark.whole
def test_f8_a_killed_coordinator_leaves_the_result(make_fleet, record_property, tmp_path):
    fleet = make_fleet(**WORLD)
    run = fleet.run("--clients", str(CLIENTS), "--duration", length("10s", "5s"))
    wait_until_measuring(fleet, run)
    run.kill()
    host = fleet.network.host("coordinator")
    # Its agents measure, and are not lost.
    early = collect(host, fleet.nats.address, "test", tmp_path / "early.json")
    assert early.returncode == 69 and "'test' is not over" in early.stderr, early.stderr
    for agent in fleet.agents:
        agent.wait_for("run test: the run is over", 120)
    texts = []
    for number in range(2):
        file = tmp_path / f"{number}.json"
        done = collect(host, fleet.nats.address, "test", file)
        assert file.exists(), done.stderr
        texts.append(file.read_bytes())
    assert texts[0] == texts[1]
    # The world goes on, and the next run begins as if nothing had been.
    status, result = fleet.run(
        "--clients", str(CLIENTS), "--duration", "2s", run="next").finish()
    expect_equal(result, CLIENTS)
    record_property("F8 coordinator", {"bytes of the result": len(texts[0])})


def test_f8_collect_has_the_coordinators_bytes(make_fleet, tmp_path):
    fleet = make_fleet(**WORLD)
    run = fleet.run("--clients", str(CLIENTS), "--duration", "2s")
    run.finish()
    file = tmp_path / "collected.json"
    done = collect(fleet.network.host("coordinator"), fleet.nats.address, "test", file)
    assert file.exists(), done.stderr
    assert file.read_bytes() == run.result_bytes()


@pytest.mark.whole
def test_a_coordinator_that_was_cut_off_reads_what_it_missed(make_fleet):
    fleet = make_fleet(rate=200, events=12, markets=4)
    if not fleet.network.isolated:
        pytest.skip("hosts are only cut off between network namespaces")
    host = fleet.network.host("coordinator")
    # Slowly, so that the plan is out before the cut, and its clients come after that.
    run = fleet.run("--clients", "20", "--connect-rate", "2", "--duration", "2s")
    run.wait_for("connecting clients", 60)
    host.cut()
    assert not any("run test: ready" in agent.said() for agent in fleet.agents)
    for agent in fleet.agents:
        agent.wait_for("run test: ready", 60)
    # Once the connection is given up, nothing comes late.
    run.wait_for("NATS is away", 60)
    host.join()
    status, result = run.finish()
    expect_equal(result, 20)


@pytest.mark.whole
def test_an_interrupted_run_has_the_result_so_far(make_fleet):
    fleet = make_fleet(**WORLD)
    run = fleet.run("--clients", str(CLIENTS), "--duration", "60s")
    wait_until_measuring(fleet, run, reports=2)
    run.process.send_signal(signal.SIGINT)
    status, result = run.finish()
    assert status == 128 + signal.SIGINT
    expect_equal(result, CLIENTS)
    assert "interrupted" in run.document()["cutShort"]
    status, result = fleet.run(
        "--clients", str(CLIENTS), "--duration", "1s", run="next").finish()
    expect_equal(result, CLIENTS)


@pytest.mark.whole
def test_a_connection_that_is_closed_for_good_ends_every_program(make_fleet):
    fleet = make_fleet(rate=200, events=12, markets=4)
    run = fleet.run("--clients", "20", "--duration", "60s")
    wait_until_measuring(fleet, run)
    fleet.nats.kill()
    # With other users than before, whose credentials nobody has.
    fleet.nats = fleet.add(
        Nats(fleet.network.host("nats"), "nats again", store=fleet.nats.folder.name,
             words=["--user", "other", "--pass", "secret"]))
    fleet.nats.wait_until_ready()
    for program in [run, *fleet.agents, *fleet.edges, fleet.source]:
        assert program.process.wait(60) == 69, program.said()
        assert "closed for good" in program.said()


@pytest.mark.whole
def test_a_stream_that_is_gone_is_made_again(make_fleet, record_property):
    fleet = make_fleet(rate=200, events=12, markets=4, edges=1, agents=0)
    source, edge = fleet.source, fleet.edges[0]
    edge.truth(LIST)

    async def delete():
        client = await nats.connect(fleet.nats.address)
        assert await client.jetstream().delete_stream("ODDS_main")
        await client.close()

    start = time.monotonic()
    asyncio.run(delete())
    wait_until(lambda: source.metric("source_messages_resent_total") > 0)
    # What was sent meanwhile is stored in the end.
    source.post("/pause")
    wait_until(lambda: source.metric("source_unacknowledged") == 0)
    record_property("stream", {"stored again after s": round(time.monotonic() - start, 2)})
    source.post("/resume")
    expect_same_truth(fleet, [LIST])
    assert edge.metric("edge_redumps_total") == 0
