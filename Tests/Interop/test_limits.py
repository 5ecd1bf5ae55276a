"""What emsim does at the limits of its machine, and at its end."""

import base64
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.parse

import pytest

from emsim import PATIENCE, PROGRAMS, TOPIC, Simulator


def limited(open_files, *options):
    """emsim with a limit on open files that it cannot raise."""
    words = " ".join([os.path.join(PROGRAMS, "emsim"), *options])
    return subprocess.Popen(
        ["sh", "-c", f"ulimit -n {open_files}; exec {words}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def handshake(address):
    raw = socket.create_connection(address, timeout=PATIENCE)
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall((
        "GET /v2 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: wamp.2.json\r\n\r\n").encode())
    return raw, raw.recv(4_096)


def send(raw, message):
    data = json.dumps(message).encode()
    size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
    raw.sendall(bytes([0x81, 0x80 | size[0]]) + size[1:] + b"\0\0\0\0" + data)


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("which", ["ws", "control"])
def test_running_out_of_files_is_logged_and_passes(which):
    process = limited(50, "--rate", "1")
    try:
        sim = Simulator(process)
        where = urllib.parse.urlsplit(sim.url if which == "ws" else sim.control)
        address = (where.hostname, where.port)
        sockets = [socket.create_connection(address, timeout=PATIENCE) for _ in range(60)]
        name = "WebSocket" if which == "ws" else "control"
        message = "no connection can be accepted"
        while f"{name}: {message}" not in process.stderr.readline():
            assert process.poll() is None
        before, start = cpu_seconds(process.pid), time.monotonic()
        sim.run_until(start + 3)
        assert cpu_seconds(process.pid) - before < 0.5 * (time.monotonic() - start)
        for each in sockets:
            each.close()
        # The socket accepts again, and so does the other one.
        assert sim.ask("GET", "/health")[0] == 200
        raw, answer = handshake(tuple(urllib.parse.urlsplit(sim.url).netloc.split(":")))
        assert b" 101 " in answer
        raw.close()
        assert sim.metric("accepts_failed_total") > 1
    finally:
        process.kill()
        _, log = process.communicate()
    # Once in ten seconds at most. The other one has its own.
    assert f"{name}: {message}" not in log


def test_a_silent_control_connection_is_closed_after_ten_seconds():
    with subprocess.Popen(
        [os.path.join(PROGRAMS, "emsim")], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            where = urllib.parse.urlsplit(Simulator(process).control)
            with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as raw:
                start = time.monotonic()
                assert raw.recv(1) == b""
                assert time.monotonic() - start > 9
        finally:
            process.kill()


def test_slow_readers_get_goodbye_and_close_1001():
    """They do not read before the server is told to stop, and then little at a time.

    What the sockets hold has to go first, so the server gets time to drain.
    """
    with subprocess.Popen(
        [os.path.join(PROGRAMS, "emsim"), "--rate", "20000", "--drain-time", "15s",
         "--log-level", "notice"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:
        try:
            sim = Simulator(process)
            where = urllib.parse.urlsplit(sim.url)
            readers = []
            for _ in range(20):
                raw, answer = handshake((where.hostname, where.port))
                assert b" 101 " in answer
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 << 10)
                send(raw, [1, "r", {"roles": {"caller": {}}}])
                send(raw, [64, 1, {}, TOPIC])
                readers.append(raw)
            # There is no GOODBYE for a session that has not begun.
            sim.wait_for("registrations", len(readers))
            sim.wait_for("queued_bytes_max", 1 << 20)
            process.send_signal(signal.SIGTERM)
            seen = {raw: b"" for raw in readers}
            live = set(readers)
            for raw in readers:
                raw.settimeout(0.001)
            while live:
                for raw in list(live):
                    try:
                        data = raw.recv(20_000)
                    except TimeoutError:
                        continue
                    except ConnectionResetError:
                        data = b""
                    seen[raw] += data
                    if not data:
                        live.remove(raw)
            goodbye = b'[6,{},"wamp.close.system_shutdown"]'
            assert sum(goodbye in data for data in seen.values()) == len(readers)
            assert sum(data.endswith(b"\x88\x02\x03\xe9") for data in seen.values()) == len(readers)
            assert process.wait(timeout=PATIENCE) == 0
            assert re.search(r"stopped: 20 clients took their GOODBYE, 0 had not yet",
                             process.stderr.read())
        finally:
            process.kill()
