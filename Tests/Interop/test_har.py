"""`bench convert` of what Chromium reports of a page that is connected to a server."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

from emsim import PATIENCE, PROGRAMS, TOPIC, simulator
from har import page

CLIENT = (pathlib.Path(__file__).parent / "client.js").read_text()
OTHER = "/sports/1/en/disciplines/LIVE/BOTH"
pytestmark = pytest.mark.skipif(
    not shutil.which("chromium"), reason="chromium is not installed")


def bench(program, *words):
    return subprocess.run(
        [os.path.join(PROGRAMS, program), *words], capture_output=True, text=True,
        timeout=PATIENCE)


def converted(har, folder):
    """The capture's frames with their channels, its path, and what was said of it."""
    (folder / "page.har").write_text(json.dumps(har))
    path = folder / "page.ndjson"
    result = bench(
        "bench-live", "convert", "--from", "har", str(folder / "page.har"), "--output", str(path))
    assert result.returncode == 0, result.stderr
    frames = [frame(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    return frames, path, " ".join(result.stderr.split())


def frame(line):
    """Channel and text, verbatim."""
    fields = json.loads(line)
    if "raw" in fields:
        return fields["channel"], fields["raw"]
    return fields["channel"], line.split('"message":', 1)[1][:-1]


def test_a_page_gives_the_capture_of_its_feed(tmp_path):
    with simulator("--rate", "200", "--scenario", "hostile") as sim, page() as browser:
        heard = browser.run(CLIENT + f"""
            (async () => {{
                const heard = [];
                let wanted, enough;
                const hear = (...frame) => {{ if (heard.push(frame) === wanted) enough(); }};
                // The topic of both connections is a channel of each.
                const hearAgain = (topic, text) =>
                    hear(topic === {TOPIC!r} ? topic + " (2)" : topic, text);
                const until = (count) => new Promise((done) => {{
                    wanted = count;
                    enough = done;
                }});
                const first = new FeedClient({sim.url!r}, [{TOPIC!r}], hear);
                await until(60);
                // A connection more, which the first one ends before.
                const second = new FeedClient({sim.url!r}, [{TOPIC!r}, {OTHER!r}], hearAgain);
                await until(200);
                first.end();
                await until(300);
                second.end();
                await new Promise((done) => {{ second.socket.onclose = done; }});
                return heard;
            }})()
        """)
        har = browser.har()
    assert len(har["log"]["entries"]) == 2
    frames, path, said = converted(har, tmp_path)
    # All that the page has heard, verbatim; what came on one connection is in its order.
    heard = [tuple(frame) for frame in heard]
    assert len(heard) >= 300
    assert sorted(frames) == sorted(heard)
    assert [frame for frame in frames if frame[0] == OTHER] == [
        frame for frame in heard if frame[0] == OTHER]
    assert {channel for channel, _ in frames} == {TOPIC, TOPIC + " (2)", OTHER}
    assert f"frames of {OTHER}" in said and "not WAMP" not in said
    # All strategies agree on it, and each frame that the contract does not allow is named.
    result = bench("bench-core", "replay", str(path), "--strategy", "all", "--format", "json")
    assert result.returncode == 0, result.stderr
    channels = json.loads(result.stdout)["channels"]
    named = {reject["frame"] for channel in channels for reject in channel["rejects"]}
    assert len(named) == sum(channel["counters"]["framesRejected"] for channel in channels) > 0
    refused = {number for number, (_, text) in enumerate(frames, 1) if not is_json(text)}
    assert refused and refused <= named


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
