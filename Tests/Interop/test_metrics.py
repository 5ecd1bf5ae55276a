"""`bench-metrics`, as the parser of Prometheus' client reads it, and as a Prometheus
that scrapes it has it."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from emsim import PATIENCE, PROGRAMS

MONITORING = pathlib.Path(__file__).parents[2] / "Monitoring"
installed = pytest.mark.skipif(
    not shutil.which("prometheus"), reason="prometheus is not installed")


def snapshot(number, **changes):
    interval = {
        "number": number, "atNanoseconds": (number + 1) * 10**9, "responseP50": 4500,
        "responseP99": 60000, "responseMax": 250000, "serviceP50": 4000, "serviceP99": 50000,
        "frames": 100, "updates": 350, "seconds": 1, "residentBytes": 2**20,
        "allocatedBytes": 2**19,
    }
    return {
        "command": "soak", "strategy": "graph", "repetition": 1, "phase": "measuring",
        "elapsedSeconds": 3, "totalSeconds": 12, "offeredRate": 350, "interval": interval, **changes,
    }


@contextlib.contextmanager
def metrics():
    """A running server: what writes a snapshot, and its address."""
    process = subprocess.Popen(
        [os.path.join(PROGRAMS, "bench-metrics"), "--port", "0"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    try:
        port = int(process.stdout.readline())

        def write(line):
            process.stdin.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
            process.stdin.flush()

        yield write, f"127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait()


def page(address):
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"] == (
            "application/openmetrics-text; version=1.0.0; charset=utf-8")
        return answer.read().decode()


def samples(address):
    return {
        (sample.name, sample.labels.get("quantile")): (sample.labels, sample.value)
        for family in text_string_to_metric_families(page(address)) for sample in family.samples
    }


def wait_for(value):
    """The first true value that a server answers with, which it has soon after what it
    is about was written. Each question waits for its answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if result := value():
            return result
    raise AssertionError("it did not come")


def test_two_hosts_are_refused():
    with metrics() as (_, address, _):
        host, port = address.split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as client:
            client.sendall(b"GET /metrics HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")
            assert client.recv(4096).startswith(b"HTTP/1.1 400 ")
        assert page(address) == "# EOF\n"


def test_prometheus_client_reads_the_page():
    with metrics() as (write, address, process):
        assert page(address) == "# EOF\n"
        write("this is of another revision")
        write(snapshot(0))
        write(snapshot(1))
        found = wait_for(lambda: ("oddsbench_updates_total", None) in (s := samples(address))
                         and s["oddsbench_updates_total", None][1] == 700 and s)
        labels = {"command": "soak", "strategy": "graph"}
        assert found["oddsbench_response_time_seconds", "0.99"] == (
            {**labels, "quantile": "0.99"}, 60e-6)
        assert found["oddsbench_frames_total", None] == (labels, 200)
        assert found["oddsbench_heap_allocated_bytes", None] == (labels, 2**19)
        assert found["oddsbench_run_progress_ratio", None] == (labels, 0.25)
        # The end of the experiment is the end of the server.
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def test_a_port_in_use_is_an_error():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = subprocess.run(
            [os.path.join(PROGRAMS, "bench-metrics"), "--port", str(port)],
            stdin=subprocess.PIPE, capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 69
    assert f"port {port} cannot be served" in " ".join(result.stderr.split())
    assert result.stdout == ""


def promtool(*arguments, text=None):
    return subprocess.run(
        ["promtool", *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE)


@installed
def test_promtool_finds_nothing_to_improve():
    with metrics() as (write, address, _):
        write(snapshot(0))
        families = wait_for(lambda: list(text_string_to_metric_families(page(address))))
    # It reads the older format alone, which the client writes of the same families.
    registry = CollectorRegistry()
    registry.register(type("Page", (), {"collect": lambda _: families})())
    text = generate_latest(registry).decode()
    assert "oddsbench_updates_total{" in text and "oddsbench_info{" in text
    result = promtool("check", "metrics", text=text)
    assert (result.returncode, result.stdout + result.stderr) == (0, "")
    # It does find what is wrong.
    wrong = text.replace("oddsbench_response_time_max_seconds", "oddsbench_response_time_max_ms")
    assert promtool("check", "metrics", text=wrong).returncode != 0


@installed
def test_prometheus_takes_the_configuration():
    result = promtool("check", "config", str(MONITORING / "prometheus.yml"))
    assert result.returncode == 0, result.stdout + result.stderr


def expressions():
    """Those of the dashboard, with all variables filled in."""
    dashboard = json.loads((MONITORING / "grafana.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"]
            for name, value in [
                ("$command", ".*"), ("$strategy", ".*"), ("$__rate_interval", "1m"),
            ]:
                expression = expression.replace(name, value)
            yield expression


@installed
def test_prometheus_scrapes_it(tmp_path):
    with metrics() as (write, address, _):
        config = tmp_path / "prometheus.yml"
        config.write_text(
            (MONITORING / "prometheus.yml").read_text().replace("127.0.0.1:9464", address))
        prometheus = subprocess.Popen(
            ["prometheus", f"--config.file={config}", f"--storage.tsdb.path={tmp_path / 'data'}",
             "--web.listen-address=127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
        # It chooses its port, which it says, and says more than this later.
        own = next(m[1] for line in prometheus.stderr
                   if (m := re.search(r'msg="Listening on" address=(\S+)', line)))
        threading.Thread(target=prometheus.stderr.read).start()
        try:
            write(snapshot(0))

            def query(text):
                url = f"http://{own}/api/v1/query?" + urllib.parse.urlencode({"query": text})
                try:
                    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                        result = json.load(answer)["data"]["result"]
                except urllib.error.URLError:
                    return None
                return float(result[0]["value"][1]) if result else None

            assert wait_for(
                lambda: query('oddsbench_response_time_seconds{quantile="0.99"}')) == 60e-6
            assert query("oddsbench_updates_total") == 350
            assert query('up{job="oddsbench"}') == 1
            write(snapshot(1))
            wait_for(lambda: query("oddsbench_updates_total") == 700)
            # Each curve of the dashboard has a value.
            for expression in expressions():
                assert wait_for(lambda: query(expression) is not None), expression
        finally:
            prometheus.terminate()
            prometheus.wait(timeout=PATIENCE)
