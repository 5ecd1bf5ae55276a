"""Hosts on one machine: network namespaces on a bridge, or loopback where they are not
permitted."""

import contextlib
import os
import subprocess
import sys

from delay import Delay

# Tests that run beside each other have networks of their own.
SUBNET = f"10.213.{7 + int(os.environ.get('PYTEST_XDIST_WORKER', 'gw0')[2:])}"
# The test itself, which asks control interfaces and sends hostile messages.
TEST_HOST = f"{SUBNET}.254"


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")


def is_permitted():
    """Whether namespaces with interfaces can be made here."""
    name = f"odds-{os.getpid()}-try"
    try:
        run("ip", "netns", "add", name)
    except (OSError, RuntimeError):
        return False
    try:
        run("ip", "-n", name, "link", "add", "one", "type", "veth", "peer", "name", "two")
        run("ip", "-n", name, "link", "add", "three", "type", "bridge")
        return True
    except RuntimeError:
        return False
    finally:
        run("ip", "netns", "del", name)


class Host:
    """A network namespace with one address."""

    is_isolated = True

    def __init__(self, network, name, number):
        self.network, self.name, self.number = network, name, number
        self.namespace = f"{network.prefix}-{name}"
        self.port_name = f"p{number}"
        self.address = f"{SUBNET}.{number}"

    def command(self, words):
        return ["ip", "netns", "exec", self.namespace, *words]

    def cut(self):
        """Takes the host off the network: nothing arrives, and nobody is told."""
        run("ip", "-n", self.network.hub, "link", "set", self.port_name, "down")

    def join(self):
        run("ip", "-n", self.network.hub, "link", "set", self.port_name, "up")


class LoopbackHost:
    """No namespace: the machine itself."""

    is_isolated = False
    address = "127.0.0.1"

    def __init__(self, name):
        self.name = name

    def command(self, words):
        return list(words)


class Network:
    """Namespaces that see each other through a bridge, or through a `Delay`."""

    def __init__(self, delay=None):
        self.prefix = f"odds-{os.getpid()}"
        self.hub = f"{self.prefix}-hub"
        self.hosts = {}
        self.delay = Delay(**delay) if delay else None
        self.isolated = is_permitted()
        if not self.isolated:
            print("network namespaces are not permitted: on loopback", file=sys.stderr)
            return
        run("ip", "netns", "add", self.hub)
        if not self.delay:
            run("ip", "-n", self.hub, "link", "add", "bridge", "type", "bridge")
            run("ip", "-n", self.hub, "link", "set", "bridge", "up")
        self._attach_test()

    def host(self, name):
        if name not in self.hosts:
            self.hosts[name] = self._make(name) if self.isolated else LoopbackHost(name)
        return self.hosts[name]

    def _make(self, name):
        host = Host(self, name, len(self.hosts) + 1)
        run("ip", "netns", "add", host.namespace)
        if self.delay:
            self.delay.attach(host.namespace, "eth0")
        else:
            run(
                "ip", "link", "add", "eth0", "netns", host.namespace, "type", "veth", "peer",
                "name", host.port_name, "netns", self.hub)
            run("ip", "-n", self.hub, "link", "set", host.port_name, "master", "bridge", "up")
        run("ip", "-n", host.namespace, "address", "add", f"{host.address}/24", "dev", "eth0")
        for interface in ("lo", "eth0"):
            run("ip", "-n", host.namespace, "link", "set", interface, "up")
        return host

    def _attach_test(self):
        """Gives the test an address in the network, without delay where there is one."""
        self.own = f"odds{os.getpid()}"[:15]
        if self.delay:
            self.delay.attach(None, self.own, delays=False)
        else:
            run(
                "ip", "link", "add", self.own, "type", "veth", "peer", "name", "test", "netns",
                self.hub)
            run("ip", "-n", self.hub, "link", "set", "test", "master", "bridge", "up")
        run("ip", "address", "add", f"{TEST_HOST}/24", "dev", self.own)
        run("ip", "link", "set", self.own, "up")
        if self.delay:
            self.delay.start()

    def remove(self):
        if not self.isolated:
            return
        if self.delay:
            self.delay.stop()
        with contextlib.suppress(RuntimeError):
            run("ip", "link", "del", self.own)
        for host in self.hosts.values():
            with contextlib.suppress(RuntimeError):
                run("ip", "netns", "del", host.namespace)
        with contextlib.suppress(RuntimeError):
            run("ip", "netns", "del", self.hub)
