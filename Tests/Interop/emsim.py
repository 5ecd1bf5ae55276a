"""Runs emsim and sends requests to its control interface."""

import contextlib
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

PROGRAMS = os.environ["EMSIM_PROGRAMS"]
# Seconds until an answer that does not come fails a test: far more than a debug
# build on a busy machine takes.
PATIENCE = 60
TOPIC = (
    "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
    "default-event-info/10/5"
)

JSON = {"Content-Type": "application/json"}


class Simulator:
    def __init__(self, process):
        self.process = process
        line = json.loads(process.stdout.readline())
        self.url, self.control = line["ws"], line["control"]
        self.player, self.odds = line.get("player"), line.get("odds")
        self.sportradar = line.get("sportradar")

    def get(self, path, **query):
        query = "?" + urllib.parse.urlencode(query) if query else ""
        with urllib.request.urlopen(self.control + path + query, timeout=PATIENCE) as answer:
            return answer.read()

    def post(self, path, body=None):
        data = json.dumps(body).encode() if body is not None else b""
        request = urllib.request.Request(self.control + path, data, JSON, method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def ask(self, method, path, body=b"", headers={}):
        """The status and the text of the response, even if it is an error."""
        headers = {**JSON, **headers}
        request = urllib.request.Request(self.control + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def metric(self, name):
        for line in self.get("/metrics").decode().splitlines():
            if line.split(" ")[0] == "emsim_" + name:
                return int(line.split(" ")[1])
        raise KeyError(name)

    def resident_bytes_max(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        raise KeyError("VmHWM")

    def truth(self, topic):
        return json.loads(self.get("/truth", topic=topic))["channels"][0]

    def run_until(self, moment):
        """Lets it run until a moment of `time.monotonic`; fails if it ends before."""
        try:
            status = self.process.wait(timeout=max(0, moment - time.monotonic()))
        except subprocess.TimeoutExpired:
            return
        raise RuntimeError(f"emsim ended with status {status}")

    def wait_for(self, metric, count):
        """Returns once a metric has a value; fails if emsim ends before."""
        while self.metric(metric) < count:
            if self.process.poll() is not None:
                raise RuntimeError(f"emsim ended with status {self.process.returncode}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


@contextlib.contextmanager
def simulator(*options, **environment):
    process = subprocess.Popen(
        [os.path.join(PROGRAMS, "emsim"), *options], stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment}
    )
    try:
        yield Simulator(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def write_capture(path, topic, frames):
    """Writes frames, which are the verbatim texts of keyword arguments."""
    with open(path, "w", encoding="utf-8") as file:
        for at, frame in enumerate(frames):
            file.write(json.dumps({"channel": topic, "at": at, "raw": frame}) + "\n")


def replay(path):
    """The result of `bench replay` for the only channel of a capture."""
    output = subprocess.run(
        [os.path.join(PROGRAMS, "bench-core"), "replay", str(path), "--strategy", "all",
         "--snapshot", "-"],
        check=True, stdout=subprocess.PIPE, timeout=60,
    ).stdout
    return json.loads(output)["channels"][0]


def state(snapshot):
    """The part that must be equal: counters depend on the client's history."""
    return {key: snapshot[key] for key in ("version", "events", "references")}
