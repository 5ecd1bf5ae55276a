"""The client library against a handwritten WAMP server on PyPI's websockets."""

import asyncio
import json
import os

import websockets

from emsim import PROGRAMS, TOPIC, replay

OFFER = {"_type": "BETTING_OFFER", "id": "30", "outcomeId": "20", "odds": 2.5}
DUMP = [
    {"_type": "MATCH", "id": "1", "name": "A – B"},
    {"_type": "MARKET", "id": "10", "eventId": "1"},
    {"_type": "OUTCOME", "id": "20", "marketId": "10"},
]


class Server:
    """Serves one offer, whose odds are the number of updates so far. Cuts each
    connection off after a number of updates."""

    def __init__(self, updates_per_connection):
        self.updates_per_connection = updates_per_connection
        self.version = 1_000
        self.connections = 0
        self.yields = 0
        self.yielded = asyncio.Event()

    def frame(self, kind, records):
        return {"version": str(self.version), "messageType": kind, "records": records}

    def update(self):
        self.version += 1
        return self.frame("UPDATE", [{
            "changeType": "UPDATE", "entityType": "BETTING_OFFER", "id": "30",
            "changedProperties": {"odds": self.version - 1_000},
        }])

    async def send(self, socket, message):
        # With the spaces that json.dumps writes after commas.
        await socket.send(json.dumps(message))

    async def handle(self, socket):
        self.connections += 1
        assert socket.subprotocol == "wamp.2.json"
        try:
            await self.session(socket)
        except websockets.ConnectionClosed:
            pass

    async def session(self, socket):
        hello = json.loads(await socket.recv())
        assert hello[0] == 1 and "callee" in hello[2]["roles"]
        await self.send(
            socket, [2, self.connections, {"roles": {"broker": {}, "dealer": {}}}])
        registration, feed = 0, None
        async for text in socket:
            message = json.loads(text)
            if message[0] == 64:
                registration += 1
                await self.send(socket, [65, message[1], registration])
                # This update comes before the dump.
                await self.send(socket, [68, 1, registration, {}, [], self.update()])
            elif message[0] == 48:
                assert message[3] == "/sports#initialDump"
                odds = dict(OFFER, odds=self.version - 1_000)
                dump = self.frame("INITIAL_DUMP", DUMP + [odds])
                await self.send(socket, [50, message[1], {}, [], dump])
                feed = asyncio.create_task(self.feed(socket, registration))
            elif message[0] == 70:
                self.yields += 1
                self.yielded.set()
            elif message[0] == 6:
                await self.send(socket, [6, {}, "wamp.close.goodbye_and_out"])
                break
        if feed:
            feed.cancel()

    async def feed(self, socket, registration):
        for request in range(self.updates_per_connection):
            self.yielded.clear()
            await self.send(socket, [68, 2 + request, registration, {}, [], self.update()])
            await self.yielded.wait()
        socket.transport.abort()


async def run(server, *arguments, statuses=(0,)):
    async with websockets.serve(
        server.handle, "127.0.0.1", 0, subprotocols=["wamp.2.json"]
    ) as listener:
        port = listener.sockets[0].getsockname()[1]
        words = [word.format(url=f"ws://127.0.0.1:{port}/v2") for word in arguments]
        process = await asyncio.create_subprocess_exec(
            os.path.join(PROGRAMS, "bench-live"), *words,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        output, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode in statuses, errors.decode()
        return output


def test_recording_goes_on_over_connections(tmp_path):
    server = Server(updates_per_connection=60)
    path = tmp_path / "live.ndjson"
    asyncio.run(run(
        server, "record", "{url}", "--topic", TOPIC, "--duration", "3s", "--output", str(path)))
    frames = [json.loads(line) for line in path.read_text().splitlines()]
    kinds = [frame["message"]["messageType"] for frame in frames]
    assert server.connections > 1
    assert kinds.count("INITIAL_DUMP") == server.connections
    # The capture contains everything that the server sent, in order.
    versions = [int(frame["message"]["version"]) for frame in frames]
    assert versions == sorted(versions)
    assert set(range(1_001, versions[-1] + 1)) - set(versions) == set()
    assert server.yields > 60
    shown = replay(path)["events"][0]["markets"][0]["outcomes"][0]["bettingOffers"][0]
    assert shown["odds"] == versions[-1] - 1_000


def test_stores_survive_a_server_that_drops_them():
    server = Server(updates_per_connection=40)
    output = asyncio.run(run(
        server, "live", "--connect", "{url}", "--duration", "4s", "--format", "json",
        # Status 4 says that timings are meaningless, as in a debug build.
        statuses=(0, 4)))
    result = json.loads(output)["result"]["runs"][0]
    assert server.connections > 2
    assert result["live"]["counts"]["reconnects"] >= server.connections - 2
    assert result["live"]["counts"]["framesRejected"] == 0
    assert "truth" not in result["live"]
