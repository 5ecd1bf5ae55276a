"""The control interface and the command line, as a user sees them."""

import contextlib
import json
import os
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from emsim import PATIENCE, PROGRAMS, TOPIC, simulator


def test_metrics_are_openmetrics():
    with simulator("--faults", "jitter", "--platform") as sim:
        families = {
            family.name: family
            for family in text_string_to_metric_families(sim.get("/metrics").decode())
        }
        assert families["emsim_connections"].type == "gauge"
        assert families["emsim_invocations_sent"].type == "counter"
        assert families["emsim_platform_bets"].type == "counter"
        assert families["emsim_platform_cashout_streams"].type == "gauge"
        faults = families["emsim_faults_injected"].samples
        assert {"jitter", "restart"} <= {sample.labels["fault"] for sample in faults}
        assert all(family.documentation for family in families.values())


def test_bad_input_is_told_from_good():
    with simulator() as sim:
        assert sim.ask("GET", "/health") == (200, '{"status":"ok"}')
        for method, path, body, status, what in [
            ("GET", "/truth", b"", 400, "topic"),
            ("GET", "/truth?topic=/x", b"", 404, "/x is not a topic"),
            ("POST", "/scenario", b'{"scenario":"war"}', 400, "war"),
            ("POST", "/scenario", b'{"rate":-1}', 400, "rate"),
            ("POST", "/faults", b'{"rules":1}', 400, "rules"),
            ("POST", "/faults", b'{"seed":-1}', 400, ".seed: expected an integer between 0 and"),
            ("POST", "/faults", b"\xff", 400, "invalid fault plan"),
            ("DELETE", "/pause", b"", 405, ""),
        ]:
            answer = sim.ask(method, path, body)
            assert answer[0] == status and what in answer[1], (method, path, answer)
        assert json.loads(sim.get("/truth", topic=TOPIC))["channels"][0]["channel"] == TOPIC


def test_web_pages_cannot_use_the_control():
    with simulator() as sim:
        for headers in [{"Origin": "https://evil.example"}, {"Host": "evil.example"}]:
            assert sim.ask("POST", "/pause", headers=headers)[0] == 403
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert sim.ask("POST", "/faults", b'{"preset":"none"}', form)[0] == 415


def test_a_control_open_to_others_needs_a_token():
    with simulator("--control-host", "0.0.0.0", "--control-token", "s3cret") as sim:
        sim.control = sim.control.replace("0.0.0.0", "127.0.0.1")
        assert sim.ask("GET", "/health")[0] == 401
        for token, status in [("other", 401), ("s3cret", 200)]:
            headers = {"Authorization": f"Bearer {token}"}
            assert sim.ask("GET", "/health", headers=headers)[0] == status


def test_random_bytes_do_not_end_the_control():
    import random

    seed = 7
    print("seed", seed)
    source = random.Random(seed)
    with simulator() as sim:
        where = urllib.parse.urlsplit(sim.control)
        for _ in range(200):
            with socket.create_connection((where.hostname, where.port), timeout=10) as raw:
                path = source.choice(["/faults", "/scenario", "/truth?topic=", "/"])
                body = source.randbytes(source.randrange(200))
                head = (f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\n"
                        "Content-Type: application/json\r\n"
                        f"Content-Length: {len(body)}\r\n\r\n")
                raw.sendall(source.choice([head.encode(), b""]) + body)
        assert sim.ask("GET", "/health")[0] == 200


def test_only_loopback_is_served():
    with simulator() as sim:
        for url in (sim.url, sim.control):
            where = urllib.parse.urlsplit(url)
            assert where.hostname == "127.0.0.1"
            # All of 127/8 belongs to this machine, but only one address is
            # bound.
            with pytest.raises(OSError):
                socket.create_connection(("127.0.0.2", where.port), timeout=5)


@pytest.mark.parametrize("options, status, what", [
    (["--rate", "0"], 64, "rate"),
    (["--scenario", "war"], 64, "war"),
    (["--faults", "fire"], 64, "neither a file nor a preset"),
    (["--port", "70000"], 64, "between 0 and 65535"),
    (["--capture", "/nothing.ndjson"], 64, "/nothing.ndjson"),
    (["--tls-certificate", "/a.pem"], 64, "belong together"),
    (["--tls-certificate", "/a.pem", "--tls-key", "/b.pem"], 64, "/a.pem: no such file"),
    (["--message-bytes", "5"], 64, "between 1KiB and 1GiB"),
    (["--control-host", "0.0.0.0"], 64, "needs a --control-token"),
    (["--control-host", "127.evil.example"], 64, "needs a --control-token"),
    (["--control-token", ""], 64, "visible ASCII"),
    (["--allow-origin", "example.com"], 64, "expected SCHEME://HOST"),
    (["--memory-limit", "1KiB"], 64, "at least 1MiB"),
    (["--memory-limit", "much"], 64, "memory-limit"),
    (["--drain-time", "2h"], 64, "at most an hour"),
    (["--sportradar-port", "0"], 64, "--sportradar, which is not given"),
    (["--sportradar", "--capture", "/nothing.ndjson"], 64, "a recording has none"),
])
def test_what_cannot_be_is_told(options, status, what):
    ended = subprocess.run(
        [os.path.join(PROGRAMS, "emsim"), *options], capture_output=True, text=True, timeout=20)
    assert ended.returncode == status, ended.stderr
    assert what in " ".join(ended.stderr.split()) and ended.stdout == ""


def test_a_taken_port_is_told():
    with simulator("--platform", "--sportradar") as sim:
        for option, url in [
            ("--port", sim.url), ("--control-port", sim.control), ("--player-port", sim.player),
            ("--odds-port", sim.odds), ("--sportradar-port", sim.sportradar),
        ]:
            taken = str(urllib.parse.urlsplit(url).port)
            ended = subprocess.run(
                [os.path.join(PROGRAMS, "emsim"), "--platform", "--sportradar", option, taken],
                capture_output=True, text=True, timeout=20)
            assert ended.returncode == 1, ended.stderr
            assert taken in " ".join(ended.stderr.split())


@pytest.mark.parametrize("first, second, name", [
    ("--control-port", "--player-port", "accounts"), ("--player-port", "--odds-port", "bets"),
    ("--control-port", "--sportradar-port", "SportRadar"),
])
def test_a_taken_port_is_told_while_clients_knock_at_another(first, second, name):
    """As at a restart, when clients come back before it is clear that it starts."""
    with contextlib.ExitStack() as sockets:
        taken, free = (sockets.enter_context(socket.create_server(("127.0.0.1", 0)))
                       for _ in range(2))
        port = free.getsockname()[1]
        free.close()
        ended = threading.Event()

        def knock():
            while not ended.is_set():
                with contextlib.suppress(OSError):
                    client = socket.create_connection(("127.0.0.1", port), timeout=1)
                    sockets.callback(client.close)
                    client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    # Few enough to be served.
                    time.sleep(0.001)

        clients = [threading.Thread(target=knock) for _ in range(3)]
        for client in clients:
            client.start()
        try:
            for _ in range(5):
                simulator = subprocess.run(
                    [os.path.join(PROGRAMS, "emsim"), "--platform", "--sportradar", first,
                     str(port), second, str(taken.getsockname()[1])],
                    capture_output=True, text=True, timeout=PATIENCE)
                words = " ".join(simulator.stderr.split())
                assert simulator.returncode == 1, words
                assert words == (
                    f"emsim: cannot serve {name} on 127.0.0.1:{taken.getsockname()[1]}: the port "
                    "is in use: choose another, or 0 for any that is free")
        finally:
            ended.set()
            for client in clients:
                client.join()


def test_platform_is_controlled_under_the_same_guard():
    with simulator("--platform", "--password-cost", "1") as sim:
        body = b'{"count":1}'
        for headers, status in [
            ({"Origin": "http://evil.example"}, 403), ({"Host": "evil.example"}, 403),
            ({"Content-Type": "text/plain"}, 415), ({}, 200),
        ]:
            assert sim.ask("POST", "/players", body, headers)[0] == status
        assert json.loads(sim.get("/ledger/check"))["players"] == 1
        for path, body, status in [
            ("/players", b'{"count":0}', 400), ("/players", b"{", 400), ("/players", b"", 400),
            ("/payments/tx-9", b'{"status":"Completed"}', 404),
            ("/kyc/1", b'{"status":"APPROVED"}', 404), ("/clock", b'{"advanceSeconds":-1}', 400),
            ("/sessions/expire", b'{"userId":7}', 400), ("/settle", b'{"outcomes":[]}', 400),
            ("/settle", b'{"outcomes":{"9":"WON"}}', 404),
        ]:
            assert sim.ask("POST", path, body)[0] == status, path
        assert sim.ask("GET", "/codes/none")[0] == 404
        assert sim.ask("GET", "/players")[0] == 405
        assert json.loads(sim.get("/ledger/check")) == {
            "ok": True, "postings": 0, "sum": "0.00", "players": 1}
