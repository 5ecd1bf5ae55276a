"""Handwritten clients on PyPI's websockets, which behave like real ones."""

import asyncio
import json
import re

import pytest
import websockets

from emsim import PATIENCE, TOPIC, replay, simulator, state, write_capture

WORLD = ["--events", "20", "--markets", "10", "--rate", "300", "--life-cycle", "20"]
SCENARIOS = ["steady", "goal", "kickoff", "churn", "redump", "hostile", "odds"]


def connect(url, **options):
    # Without pings of its own, whose time limit is short for a busy server.
    return websockets.connect(
        url, subprotocols=["wamp.2.json"], max_size=None, ping_interval=None, **options)


async def call(socket, message):
    await socket.send(message if isinstance(message, str) else json.dumps(message))


async def answer(socket):
    """The next message that is not an INVOCATION."""
    while True:
        text = await asyncio.wait_for(socket.recv(), PATIENCE)
        if not text.startswith("[68,"):
            return json.loads(text)


def frame_text(message):
    """The keyword arguments of an INVOCATION or a RESULT, verbatim."""
    head = re.match(r"\[(68,\d+,\d+|50,\d+),\{\},\[\],", message)
    return message[head.end():-1] if head else None


async def capture(sim, topic, is_enough):
    """Registers, requests the dump, and records until `is_enough`; then pauses
    the world, and reads the rest up to the version of the truth."""
    frames = []
    async with connect(sim.url) as socket:
        await call(socket, [1, "realm", {"roles": {"caller": {}, "subscriber": {}}}])
        assert (await answer(socket))[0] == 2
        await call(socket, [64, 1, {}, topic])
        assert (await answer(socket))[0] == 65
        await call(socket, [48, 2, {}, "/sports#initialDump", [], {"topic": topic}])
        while not is_enough(frames):
            message = await asyncio.wait_for(socket.recv(), PATIENCE)
            frames.append(frame_text(message))
            request = re.match(r"\[68,(\d+),", message)
            if request:
                await call(socket, [70, int(request.group(1)), {}])
        await asyncio.to_thread(sim.post, "/pause")
        truth = await asyncio.to_thread(sim.truth, topic)
        while f'"version":"{truth["version"]}"' not in frames[-1][:40]:
            frames.append(frame_text(await asyncio.wait_for(socket.recv(), PATIENCE)))
    return frames, truth


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_replayed_frames_give_the_truth(scenario, tmp_path):
    with simulator("--scenario", scenario, *WORLD) as sim:
        frames, truth = asyncio.run(capture(sim, TOPIC, lambda frames: len(frames) > 400))
    write_capture(tmp_path / "seen.ndjson", TOPIC, frames)
    replayed = replay(tmp_path / "seen.ndjson")
    assert state(replayed) == state(truth)
    assert len(truth["events"]) == 10
    if scenario != "hostile":
        counters = replayed["counters"]
        assert counters["orphanUpdates"] == counters["orphanDeletes"] == 0


@pytest.mark.parametrize("compression", ["no-takeover", "takeover"])
def test_compressed_frames_give_the_truth(compression, tmp_path):
    async def extensions(sim):
        async with connect(sim.url) as socket:
            return [extension.name for extension in socket.protocol.extensions]

    with simulator("--compression", compression, *WORLD) as sim:
        assert asyncio.run(extensions(sim)) == ["permessage-deflate"]
        frames, truth = asyncio.run(capture(sim, TOPIC, lambda frames: len(frames) > 400))
    write_capture(tmp_path / "seen.ndjson", TOPIC, frames)
    assert state(replay(tmp_path / "seen.ndjson")) == state(truth)


def test_replayed_frames_of_every_topic_give_the_truth(tmp_path):
    with simulator("--rate", "3000", *WORLD[:4]) as sim:
        match = sim.truth(TOPIC)["events"][0]
        # An offer of a market without a line, because such markets are not
        # replaced.
        market = next(one for one in match["markets"] if "paramFloat1" not in one)
        offer = market["outcomes"][0]["bettingOffers"][0]["id"]
        # Each with the number of frames to read; market groups do not change.
        topics = [
            ("/sports/1/en/custom-matches-aggregator/all/all/all/all/POPULAR/LIVE/10/3", 200),
            ("/sports/1/en/next-matches-aggregator-main/all-disciplines/5/3", 100),
            (f"/sports/1/en/{match['id']}/match-odds", 100),
            (f"/sports/1/en/match-aggregator-groups-overview/{match['id']}/1", 1),
            ("/sports/1/en/disciplines/LIVE/BOTH", 50),
            ("/sports/1/en/disciplines/BOTH/BOTH", 50),
            (f"/sports/1/en/{match['id']}/eventPartScores/small", 4),
            (f"/sports/1/en/bettingOffers/{offer}", 20),
        ]
        for number, (topic, count) in enumerate(topics):
            frames, truth = asyncio.run(
                capture(sim, topic, lambda frames: len(frames) >= count))  # noqa: B023
            sim.post("/resume")
            path = tmp_path / f"{number}.ndjson"
            write_capture(path, topic, frames)
            assert state(replay(path)) == state(truth), topic
            assert truth["events"] or truth["references"], topic


def test_the_way_real_clients_speak():
    async def speak(sim):
        topic = TOPIC.replace("/", "\\/")
        async with connect(
            sim.url + "?cid=7f", origin="https://sports.example",
            user_agent_header="SportsApp/4.2 (iOS)",
        ) as socket:
            # Caller, subscriber and publisher, but not callee.
            await call(socket, [1, "www.example.com", {
                "agent": "SportsApp", "roles": {"caller": {}, "subscriber": {}, "publisher": {}},
            }])
            welcome = await answer(socket)
            assert welcome[0] == 2
            assert set(welcome[2]["roles"]) == {"broker", "dealer"}
            # The client is connected once this is confirmed; request ids begin
            # at 2.
            await call(socket, [32, 2, {}, "/sessionStateChange"])
            assert (await answer(socket))[:2] == [33, 2]
            await call(socket, f'[32,3,{{}},"{topic}"]')
            assert (await answer(socket))[:2] == [33, 3]
            await call(socket, f'[64,4,{{}},"{topic}"]')
            kind, request, registration = await answer(socket)
            assert (kind, request) == (65, 4)
            await call(socket, f'[48,5,{{}},"\\/sports#initialDump",[],{{"topic":"{topic}"}}]')
            result = await answer(socket)
            assert result[:2] == [50, 5]
            assert result[4]["messageType"] == "INITIAL_DUMP"
            for _ in range(20):
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert message[0] == 68 and message[2] == registration
                # The registration's id in place of the request's.
                await call(socket, [70, registration, {}])
            await call(socket, [48, 6, {}, "/sports#operatorInfo"])
            assert (await answer(socket))[:2] == [50, 6]
            await call(socket, [6, {}, "wamp.error.close_realm"])
            assert await answer(socket) == [6, {}, "wamp.error.goodbye_and_out"]

    with simulator(*WORLD) as sim:
        asyncio.run(speak(sim))
        assert sim.stop() == 0


def test_maintenance_in_words_and_in_silence():
    async def ask(sim):
        async with connect(sim.url) as socket:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
            sim.post("/faults", {"preset": "maintenance"})
            await call(socket, [48, 1, {}, "/sports#initialDump", [], {"topic": TOPIC}])
            error = await answer(socket)
            assert error[:3] == [8, 48, 1] and error[4] == "wamp.no.backend"
            assert error[6]["desc"]
            sim.post("/faults", {"preset": "silence"})
            await call(socket, [48, 2, {}, "/sports#operatorInfo"])
            sim.post("/faults", {"preset": "none"})
            await call(socket, [48, 3, {}, "/sports#operatorInfo"])
            # The second call is never answered.
            assert (await answer(socket))[:2] == [50, 3]

    with simulator(*WORLD) as sim:
        asyncio.run(ask(sim))


def test_stopping_says_goodbye_to_all():
    async def wait(sim):
        sockets = [await connect(sim.url) for _ in range(3)]
        for socket in sockets:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
        sim.process.terminate()
        for socket in sockets:
            assert await answer(socket) == [6, {}, "wamp.close.system_shutdown"]
            await call(socket, [6, {}, "wamp.close.goodbye_and_out"])
        for socket in sockets:
            await socket.wait_closed()
            assert socket.close_code == 1001

    with simulator(*WORLD) as sim:
        asyncio.run(wait(sim))
        assert sim.process.wait(timeout=PATIENCE) == 0


def test_everybody_reconnects_at_once():
    async def storm(sim):
        async def session():
            async with connect(sim.url) as socket:
                await call(socket, [1, "realm", {"roles": {"caller": {}}}])
                assert (await answer(socket))[0] == 2
                await call(socket, [64, 1, {}, TOPIC])
                assert (await answer(socket))[0] == 65
                await call(socket, [48, 2, {}, "/sports#initialDump", [], {"topic": TOPIC}])
                assert (await answer(socket))[0] == 50
                # No GOODBYE: the connection is aborted.
                socket.transport.abort()

        for _ in range(3):
            await asyncio.gather(*(session() for _ in range(30)))

    with simulator(*WORLD) as sim:
        asyncio.run(storm(sim))
        assert sim.metric("connections_opened_total") == 90


def test_a_recording_is_served_in_its_rhythm(tmp_path):
    frames = [
        {"version": "5", "messageType": "INITIAL_DUMP", "records": [
            {"_type": "SPORT", "id": "1", "name": "Chess"}]},
        {"version": "6", "messageType": "UPDATE", "records": [
            {"changeType": "UPDATE", "entityType": "SPORT", "id": "1",
             "changedProperties": {"name": "Go"}}]},
    ]
    path = tmp_path / "recorded.ndjson"
    path.write_text("".join(
        json.dumps({"channel": "/a", "at": at, "message": frame}) + "\n"
        for at, frame in zip((0, 3_600_000), frames)))

    async def follow(sim):
        async with connect(sim.url) as socket:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
            await call(socket, [64, 1, {}, "/a"])
            assert (await answer(socket))[0] == 65
            await call(socket, [48, 2, {}, "/sports#initialDump", [], {"topic": "/a"}])
            dump = (await answer(socket))[4]
            assert dump["records"] == frames[0]["records"]
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert message[5] == frames[1]

    # An hour in two seconds.
    with simulator("--capture", str(path), "--speed", "1800") as sim:
        asyncio.run(follow(sim))
        assert sim.truth("/a")["references"] == {"SPORT": [{"id": "1", "name": "Go"}]}


def test_websocket_messages_are_echoed():
    async def echo(sim):
        url = sim.url.removesuffix("/v2") + "/echo"
        async with websockets.connect(url, max_size=None) as socket:
            for message in ["", "é😀" * 30_000, b"", bytes(range(256)) * 300]:
                await socket.send(message)
                assert await socket.recv() == message
            await socket.send(["frag", "men", "ted"])
            assert await socket.recv() == "fragmented"
            await asyncio.wait_for(await socket.ping(), PATIENCE)

    with simulator("--echo-path", "/echo", *WORLD) as sim:
        asyncio.run(echo(sim))


def test_tls(tmp_path):
    import ssl
    import subprocess

    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=tmp_path, check=True, capture_output=True)

    async def greet(sim):
        assert sim.url.startswith("wss://")
        context = ssl.create_default_context(cafile=tmp_path / "cert.pem")
        async with connect(sim.url, ssl=context) as socket:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2

    with simulator("--tls-certificate", str(tmp_path / "cert.pem"),
                   "--tls-key", str(tmp_path / "key.pem"), *WORLD) as sim:
        asyncio.run(greet(sim))
        assert sim.stop() == 0


def test_paging_is_a_new_registration_each_time():
    async def page(sim):
        async with connect(sim.url) as socket:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
            registration, request = None, 0
            for events in (10, 20, 30):
                topic = TOPIC.replace("/10/5", f"/{events}/5")
                if registration is not None:
                    request += 1
                    await call(socket, [66, request, registration])
                    assert await answer(socket) == [67, request]
                request += 1
                await call(socket, [64, request, {}, topic])
                registration = (await answer(socket))[2]
                request += 1
                await call(socket, [48, request, {}, "/sports#initialDump", [], {"topic": topic}])
                dump = await answer(socket)
                assert dump[:2] == [50, request]
                matches = [one for one in dump[4]["records"] if one["_type"] == "MATCH"]
                assert 0 < len(matches) <= events

    with simulator(*WORLD) as sim:
        asyncio.run(page(sim))


def test_two_sessions_of_one_procedure_get_every_update():
    async def both(sim):
        sockets, ids, versions = [], [], []
        for _ in range(2):
            socket = await connect(sim.url)
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
            await call(socket, [64, 1, {}, TOPIC])
            ids.append((await answer(socket))[2])
            sockets.append(socket)
        assert ids[0] != ids[1]
        for socket, registration in zip(sockets, ids):
            seen = []
            while len(seen) < 100:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert message[:1] == [68] and message[2] == registration
                seen.append(message[5]["version"])
            versions.append(seen)
        # Both must have all updates since the later one registered.
        later = versions[1][0]
        common = versions[0][versions[0].index(later):]
        assert len(common) > 50 and common == versions[1][:len(common)]

    with simulator(*WORLD) as sim:
        asyncio.run(both(sim))


def test_a_restart_has_lower_versions_and_the_truth(tmp_path):
    with simulator(*WORLD) as sim:
        before = int(sim.truth(TOPIC)["version"])
        sim.post("/faults", {"rules": [{"fault": "restart", "everySeconds": 0.05}]})
        while sim.metric("restarts_total") == 0:
            pass
        sim.post("/faults", {"preset": "none"})
        frames, truth = asyncio.run(capture(sim, TOPIC, lambda frames: len(frames) > 50))
        assert int(truth["version"]) < before
        write_capture(tmp_path / "seen.ndjson", TOPIC, frames)
        assert state(replay(tmp_path / "seen.ndjson")) == state(truth)
