"""The game server, and its control interface by world."""

import datetime
import json
import math
import os
import pathlib
import subprocess
import tempfile
import time
import urllib.request
import uuid

ROOT = pathlib.Path(__file__).parents[2]
# Seconds until an answer that does not come fails a check: far more than a debug
# build on a busy machine takes.
PATIENCE = 60


def program():
    given = os.environ.get("GAME_PROGRAM")
    built = [ROOT / ".build" / kind / "game" for kind in ("release", "debug")]
    found = [path for path in ([given] if given else built) if os.access(path, os.X_OK)]
    assert found, f"no game server at {given or built}: set GAME_PROGRAM or build the product game"
    return found[0]


class Server:
    """One process, with the files of GAME_PAGE_FOLDER if it is set, else its own."""

    def __init__(self, *words):
        folder = os.environ.get("GAME_PAGE_FOLDER")
        words = [*words, *(["--page-folder", folder] if folder else [])]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [program(), *words], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert line, self.process.wait() and self.end()
        addresses = json.loads(line)
        self.page, self.control = addresses["page"], addresses["control"].rstrip("/")

    @property
    def authority(self):
        return self.page.split("/")[2]

    def end(self):
        """How it ended; None while it runs."""
        status = self.process.poll()
        if status is None:
            return None
        self.log.seek(0)
        return f"the game server ended with status {status}: {self.log.read()[-4000:]}"

    def world(self):
        return World(self)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def answer(request):
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return response.read()


class World:
    """A world under an id that nothing else uses."""

    def __init__(self, server, id=None):
        self.server, self.id = server, id or uuid.uuid4().hex
        self.address = f"{server.control}/control/{self.id}"
        # Seconds by which the world's clock is ahead.
        self.ahead = 0

    def _post(self, address, body):
        headers = {"Content-Type": "application/json"}
        answer(urllib.request.Request(address, json.dumps(body).encode(), headers, method="POST"))

    def control(self, **body):
        self._post(self.address, body)

    def pause(self):
        self.control(stream="pause")

    def cut_off(self, off=True):
        """Ends its sockets without a word, and refuses others; or no longer does."""
        self.control(refuseSockets=off)
        if off:
            self.control(dropSockets=True)

    def advance(self, seconds):
        self.control(advanceSeconds=seconds)
        self.ahead += seconds

    def begin(self, count):
        """Moves the world's clock past the start of its first matches: of as many as
        are asked for, or of some more if others start at nearly the same time. Gives
        their ids."""
        matches = self.matches()
        starts = [start(match) for match in matches]
        while count < len(starts) and starts[count] - starts[count - 1] < 3:
            count += 1
        self.advance(math.ceil(starts[count - 1] - time.time() - self.ahead) + 1)
        return [match["matchID"] for match in matches[:count]]

    def push(self, match, a, b):
        """Sends odds of a match at once, and gives them back as the page shows them."""
        self._post(
            self.address + "/update", {"matchID": match, "teamAOdds": a, "teamBOdds": b})
        return two_places(a, b)

    def state(self):
        return json.loads(answer(self.address))

    def requests(self):
        return self.state()["requests"]

    def sockets_at_most(self, refused=()):
        """The most sockets at one time, by the times of handshakes and closes, without
        handshakes at times at which they were refused."""
        state = self.state()
        changes = [(request["time"], 1) for request in state["requestTimes"]
                   if request["kind"] == "live" and request["time"] not in refused]
        changes += [(close["time"], -1) for close in state["closes"]]
        count, most = 0, 0
        # At equal times what closes goes first.
        for _, change in sorted(changes):
            count += change
            most = max(most, count)
        assert count == state["openSockets"]
        return most

    def matches(self):
        """The matches with their odds, in the order in which they are shown."""
        return sorted(
            self.state()["matches"], key=lambda match: (start(match), match["matchID"]))

    def odds(self):
        """What each match shows, by id."""
        return {match["matchID"]: list(two_places(match["teamAOdds"], match["teamBOdds"]))
                for match in self.state()["matches"]}

    def get(self, path):
        """What the server answers to `/matches` or `/odds`."""
        return json.loads(answer(urllib.request.Request(
            f"{self.server.page}{path}?world={self.id}", headers={"X-Game": "1"})))


def two_places(a, b):
    return f"{a:.2f}", f"{b:.2f}"


def start(match):
    """Seconds since 1970 at which a match begins."""
    return datetime.datetime.fromisoformat(
        match["startTime"].replace("Z", "+00:00")).timestamp()


def other(value, above=None):
    """Odds near a value that are not equal to it: above it, below it, or either."""
    step = 0.05 if above or (above is None and value < 10) else -0.05
    return round(value + step, 2)
