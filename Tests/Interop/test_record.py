"""`bench record` with a server, ended as users end it."""

import os
import signal
import subprocess
import time

import pytest

from emsim import PATIENCE, PROGRAMS, TOPIC, replay, simulator


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_recording_and_keeps_it(number, tmp_path):
    path = tmp_path / "live.ndjson"
    with simulator("--rate", "500") as sim:
        recorder = subprocess.Popen(
            [os.path.join(PROGRAMS, "bench-live"), "record", sim.url, "--topic", TOPIC,
             "--duration", "10m", "--out", str(path)], stderr=subprocess.PIPE, text=True)
        try:
            while sim.metric("invocations_sent_total") < 50:
                assert recorder.poll() is None, recorder.stderr.read()
            recorder.send_signal(number)
            assert recorder.wait(timeout=PATIENCE) == 0, recorder.stderr.read()
        finally:
            recorder.kill()
    assert replay(path)["counters"]["framesApplied"] > 0


def test_topics_are_listed_and_named_where_one_is_wrong(tmp_path):
    program = [os.path.join(PROGRAMS, "bench-live"), "record"]
    with simulator("--rate", "500") as sim:
        listed = subprocess.run(
            [*program, sim.url, "--list"], capture_output=True, text=True, timeout=PATIENCE)
        assert listed.returncode == 0, listed.stderr
        topics = listed.stdout.splitlines()
        assert "live-matches-aggregator-main" in topics[0]
        wrong = subprocess.run(
            [*program, sim.url, "--topic", "/sports/1/en/nothing", "--output",
             str(tmp_path / "x.ndjson")], capture_output=True, text=True, timeout=PATIENCE)
    assert wrong.returncode == 69
    message = " ".join(wrong.stderr.split())
    assert topics[0] in message and "--list" in message
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_is_killed_leaves_what_came(tmp_path):
    path, partial = tmp_path / "live.ndjson.gz", tmp_path / "live.ndjson.gz.partial"
    with simulator("--rate", "500") as sim:
        recorder = subprocess.Popen(
            [os.path.join(PROGRAMS, "bench-live"), "record", sim.url, "--topic", TOPIC,
             "--duration", "10m", "--output", str(path)], stderr=subprocess.PIPE, text=True)
        try:
            while not partial.exists() or partial.stat().st_size == 0:
                assert recorder.poll() is None, recorder.stderr.read()
                time.sleep(0.01)
        finally:
            recorder.kill()
            recorder.wait(timeout=PATIENCE)
        refused = subprocess.run(
            [os.path.join(PROGRAMS, "bench-live"), "record", sim.url, "--topic", TOPIC,
             "--duration", "1s", "--output", str(path)], capture_output=True, text=True,
            timeout=PATIENCE)
    assert refused.returncode == 74 and ".partial" in refused.stderr, refused.stderr
    assert not path.exists()
    assert replay(partial)["counters"]["framesApplied"] > 0
