"""The programs of a fleet, each on a host of its own."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
import uuid

from network import SUBNET

ROOT = pathlib.Path(__file__).parents[2]
PROGRAMS = pathlib.Path(os.environ.get("FLEET_PROGRAMS", ROOT / ".build" / "release"))
# Seconds until an answer that does not come fails a test: far more than a debug build on a
# busy machine takes.
PATIENCE = 60
TOKEN = "fleet-tests"
NATS_PORT, FEED_PORT, CONTROL_PORT = 4222, 9400, 9401

# Debian has nats-server where only root looks.
ENVIRONMENT = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"}


class Program:
    """A process on a host, with what it says kept."""

    def __init__(self, host, words, name, before=()):
        self.host, self.name = host, name
        # What is started in namespaces of its own does not hear of a polite signal.
        self.is_wrapped = bool(before)
        self.heard, self.news, self.is_over = "", threading.Condition(), False
        self.process = subprocess.Popen(
            host.command([*before, *words]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self):
        for line in self.process.stderr:
            with self.news:
                self.heard += line
                self.news.notify_all()
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def said(self):
        with self.news:
            return self.heard

    def wait_for(self, text, seconds=PATIENCE):
        """Returns once it has said something on standard error."""
        with self.news:
            self.news.wait_for(lambda: text in self.heard or self.is_over, seconds)
            assert text in self.heard, f"{self.name} never said {text!r}: {self.heard[-2000:]}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.is_wrapped:
            self.kill()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
        return self.process.returncode

    def cpu_seconds(self):
        """The processor time that it has taken so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Nats(Program):
    def __init__(self, host, name="nats", port=NATS_PORT, store=None, words=(), before=()):
        self.port, self.address = port, f"nats://{host.address}:{port}"
        self.folder = tempfile.TemporaryDirectory(prefix="fleet-nats-")
        store = store or self.folder.name
        super().__init__(
            host,
            ["nats-server", "-a", host.address, "-p", str(port), "-js", "-sd", store, *words],
            name, before)

    def wait_until_ready(self):
        self.wait_for("Server is ready")


class Cluster:
    """Three NATS servers, each on a host of its own."""

    COUNT, ROUTE_PORT = 3, 6222

    def __init__(self, network, add):
        hosts = [network.host(f"nats{number}") for number in range(1, self.COUNT + 1)]
        ports = [
            (NATS_PORT, self.ROUTE_PORT) if host.is_isolated
            else (NATS_PORT + 20 * number, self.ROUTE_PORT + number)
            for number, host in enumerate(hosts)]
        routes = ",".join(
            f"nats://{host.address}:{route}" for host, (_, route) in zip(hosts, ports))
        self.servers = [
            add(Nats(host, name=f"nats-{number}", port=port, words=[
                "--name", f"n{number}", "--cluster_name", "fleet", "--cluster",
                f"nats://{host.address}:{route}", "--routes", routes, "-m",
                str(8222 if host.is_isolated else 8222 + number)]))
            for number, (host, (port, route)) in enumerate(zip(hosts, ports))]
        self.monitors = [
            f"http://{host.address}:{8222 if host.is_isolated else 8222 + number}"
            for number, host in enumerate(hosts)]
        for server in self.servers:
            server.wait_until_ready()

    @property
    def addresses(self):
        return [server.address for server in self.servers]

    def leader(self, stream):
        """The server that leads a stream, by what they say of themselves."""
        for monitor in self.monitors:
            with contextlib.suppress(OSError):
                text = urllib.request.urlopen(
                    f"{monitor}/jsz?accounts=1&streams=1", timeout=5).read()
                for account in json.loads(text).get("account_details", []):
                    for one in account.get("stream_detail", []):
                        if one["name"] == stream and one.get("cluster", {}).get("leader"):
                            return self.servers[int(one["cluster"]["leader"][1:])]
        return None


class Simulator(Program):
    """A source or an edge."""

    def __init__(self, host, words, name, number=0, before=()):
        ports = FEED_PORT + 10 * number, CONTROL_PORT + 10 * number
        if host.is_isolated:
            ports = FEED_PORT, CONTROL_PORT
        super().__init__(
            host,
            [str(PROGRAMS / "emsim-fleet"), "--stamp", "--host", host.address, "--port",
             str(ports[0]), "--control-host", host.address, "--control-port", str(ports[1]),
             "--control-token", TOKEN, *words], name, before)
        self.control = f"http://{host.address}:{ports[1]}"
        self.url = f"ws://{host.address}:{ports[0]}/v2"

    def wait_until_ready(self):
        line = self.process.stdout.readline()
        assert line, f"{self.name} ended with status {self.process.wait()}: {self.said()[-2000:]}"
        return json.loads(line)

    def ask(self, method, path, body=None, seconds=PATIENCE):
        """The status and the body of an answer, also of a refusal."""
        data = json.dumps(body).encode() if body is not None else (b"" if method == "POST" else None)
        request = urllib.request.Request(
            self.control + path, data, method=method, headers={
                "Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"})
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def get(self, path, **query):
        query = "?" + urllib.parse.urlencode(query) if query else ""
        status, body = self.ask("GET", path + query)
        assert status == 200, (path, status, body)
        return body

    def post(self, path, body=None):
        status, answer = self.ask("POST", path, body)
        assert status == 200, (path, status, answer)
        return json.loads(answer)

    def truth(self, topic):
        return self.get("/truth", topic=topic)

    def health(self):
        return json.loads(self.get("/health"))["status"]

    def metric(self, name):
        for line in self.get("/metrics").decode().splitlines():
            if line.split(" ")[0] == "emsim_" + name:
                return float(line.split(" ")[1])
        raise KeyError(name)


class Agent(Program):
    def __init__(self, host, nats, name, words=(), before=()):
        super().__init__(
            host,
            [str(PROGRAMS / "bench-fleet"), "agent", "--nats", nats, "--name", name,
             "--allow-target", f"{SUBNET}.0/24", "--allow-target", "127.0.0.1", *words], name,
            before)

    def wait_until_ready(self):
        self.wait_for("is ready for plans")


class Run(Program):
    """A coordinator."""

    def __init__(self, host, nats, targets, *words, run="test"):
        self.run = run
        self.folder = tempfile.TemporaryDirectory(prefix="fleet-run-")
        self.file = pathlib.Path(self.folder.name) / "result.json"
        edges = [word for target in targets for word in ("--connect", target)]
        super().__init__(
            host,
            [str(PROGRAMS / "bench-fleet"), "fleet", "run", "--nats", nats, *edges, "--run-id",
             run, "--format", "json", "--output", str(self.file), "--results",
             self.folder.name, *words], f"run {run}")

    def finish(self, seconds=180):
        """The status, and the run of the result; None without one."""
        status = self.process.wait(seconds)
        if not self.file.exists():
            return status, None
        return status, json.loads(self.file.read_text())["result"]["runs"][0]

    def document(self):
        return json.loads(self.file.read_text())

    def result_bytes(self):
        return self.file.read_bytes()


def collect(host, nats, run, file):
    """The status of `bench fleet collect`, which writes a result."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            host.command(
                [str(PROGRAMS / "bench-fleet"), "fleet", "collect", run, "--nats", nats,
                 "--format", "json", "--output", str(file), "--results", folder]),
            env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE)


class Fleet:
    """NATS, a source, edges and agents, each on its host."""

    def __init__(self, network, rate=10_000, events=100, markets=10, nats_words=(),
                 source_words=(), edges=2, agents=2, clustered=False, source_ahead=None):
        self.network = network
        self.programs = []
        self.cluster = Cluster(network, self.add) if clustered else None
        if self.cluster:
            self.nats_url = ",".join(self.cluster.addresses)
        else:
            self.nats = self.add(self.start_nats(nats_words))
            self.nats.wait_until_ready()
            self.nats_url = self.nats.address
        self.world = ["--events", str(events), "--markets", str(markets), "--rate", str(rate)]
        self.source_words = list(source_words)
        self.source = self.start_source(
            before=self.another_machine(source_ahead) if source_ahead else ())
        self.edges = [self.start_edge(number) for number in range(1, edges + 1)]
        self.agents = [self.start_agent(number) for number in range(1, agents + 1)]

    def add(self, program):
        self.programs.append(program)
        return program

    def start_nats(self, words):
        return Nats(self.network.host("nats"), words=words)

    def access(self, user):
        """The options with which NATS lets a program in."""
        return []

    def start_source(self, before=()):
        source = self.add(
            Simulator(
                self.network.host("source"),
                ["--publish", self.nats_url, *self.access("source"), *self.world,
                 *self.source_words], "source", before=before))
        source.wait_until_ready()
        return source

    def start_edge(self, number):
        edge = self.add(
            Simulator(
                self.network.host(f"edge{number}"),
                ["--subscribe", self.nats_url, *self.access("edge")], f"edge{number}",
                number))
        edge.wait_until_ready()
        return edge

    def start_agent(self, number, before=()):
        agent = self.add(
            Agent(self.network.host(f"agent{number}"), self.nats_url, f"agent-{number}",
                  self.access(f"agent-{number}"), before=before))
        agent.wait_until_ready()
        return agent

    def another_machine(self, seconds):
        """Starts what follows with another boot id, and a monotonic clock that far ahead."""
        self.boot = tempfile.NamedTemporaryFile("w", prefix="fleet-boot-")
        self.boot.write(str(uuid.uuid4()) + "\n")
        self.boot.flush()
        # A namespace of time has a clock of its own; the boot id is a file that is mounted over.
        return ["unshare", "--time", "--monotonic", str(seconds), "--mount", "--kill-child",
                "--fork", "sh", "-c",
                f'mount --bind {self.boot.name} /proc/sys/kernel/random/boot_id && exec "$@"',
                "sh"]

    def run(self, *words, targets=None, run="test"):
        targets = targets or [edge.url for edge in self.edges]
        return self.add(
            Run(self.network.host("coordinator"), self.nats_url, targets, "--agents",
                str(len(self.agents)), *self.access("coordinator"), *words, run=run))

    def stop(self):
        """Ends all; fails if one had ended by itself, or does not end."""
        for program in reversed(self.programs):
            program.stop()

    def said(self):
        return "\n".join(f"== {one.name}\n{one.said()[-3000:]}" for one in self.programs)
