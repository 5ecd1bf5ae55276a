"""Tests with PyPI's autobahn as the WAMP client."""

import asyncio
import json
import re

import autobahn.wamp.message
from autobahn.asyncio.wamp import ApplicationRunner, ApplicationSession
from autobahn.wamp import ApplicationError

from emsim import TOPIC, replay, simulator, state, write_capture

# Autobahn's URI check rejects the # in EM's procedures.
for _name in dir(autobahn.wamp.message):
    if _name.startswith("_URI_PAT_"):
        setattr(autobahn.wamp.message, _name, re.compile(r"^[^\s]+$"))


def test_a_whole_session(tmp_path):
    seen = {"updates": []}

    class Session(ApplicationSession):
        async def onJoin(self, details):
            try:
                await asyncio.wait_for(self.follow(), 20)
            except Exception as error:  # noqa: BLE001: reported by the test below
                seen["error"] = error
            self.leave()

        async def follow(self):
            enough = asyncio.Event()
            arrived = asyncio.Event()

            def on_update(**frame):
                seen["updates"].append(frame)
                arrived.set()
                if len(seen["updates"]) == 20:
                    enough.set()

            registration = await self.register(on_update, TOPIC)
            dump = await self.call("/sports#initialDump", topic=TOPIC)
            seen["dump"] = dump.kwresults if hasattr(dump, "kwresults") else dump
            seen["before"] = len(seen["updates"])
            await enough.wait()
            await asyncio.to_thread(sim.post, "/pause")
            seen["truth"] = await asyncio.to_thread(sim.truth, TOPIC)
            while seen["updates"][-1]["version"] != seen["truth"]["version"]:
                arrived.clear()
                await arrived.wait()
            await registration.unregister()
            seen["info"] = await self.call("/sports#operatorInfo")
            try:
                await self.call("/nothing")
            except ApplicationError as error:
                seen["refusal"] = error.error

        def onDisconnect(self):
            asyncio.get_event_loop().stop()

    # A rate that Python keeps up with on a busy machine.
    with simulator("--events", "20", "--markets", "10", "--rate", "1000") as sim:
        runner = ApplicationRunner(sim.url, "realm1")
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        connected = runner.run(Session, start_loop=False)
        loop.run_until_complete(connected)
        loop.run_forever()
        assert sim.metric("yields_received_total") >= 20

    assert "error" not in seen, seen["error"]
    assert seen["dump"]["messageType"] == "INITIAL_DUMP"
    assert all(frame["messageType"] == "UPDATE" for frame in seen["updates"])
    versions = [int(frame["version"]) for frame in seen["updates"]]
    assert versions == sorted(set(versions))
    assert seen["refusal"] == "wamp.error.no_such_procedure"
    # The updates before the dump, the dump, and the updates after it.
    updates = [json.dumps(frame) for frame in seen["updates"]]
    updates.insert(seen["before"], json.dumps(seen["dump"]))
    write_capture(tmp_path / "seen.ndjson", TOPIC, updates)
    assert state(replay(tmp_path / "seen.ndjson")) == state(seen["truth"])
