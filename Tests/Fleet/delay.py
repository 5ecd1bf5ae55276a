"""Passes packets between TAP devices, each late and some not at all, in place of a bridge:
the kernel's own `netem` is not everywhere."""

import ctypes
import fcntl
import heapq
import os
import random
import selectors
import socket
import struct
import sys
import threading
import time

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
CLONE_NEWNET = 0x40000000


def open_tap(namespace, name):
    """A TAP device in a namespace, made by a child that enters it and passes it on."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    child = os.fork()
    if child == 0:
        try:
            if namespace:
                with open(f"/var/run/netns/{namespace}") as file:
                    if ctypes.CDLL(None).setns(file.fileno(), CLONE_NEWNET) != 0:
                        raise OSError("cannot enter it")
            device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            request = struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI)
            fcntl.ioctl(device, TUNSETIFF, request)
            socket.send_fds(theirs, [b"x"], [device])
            os._exit(0)
        except BaseException as error:
            print(f"{name} in {namespace}: {error}", file=sys.stderr)
            os._exit(1)
    _, status = os.waitpid(child, 0)
    if status != 0:
        raise RuntimeError(f"no TAP device {name} in {namespace}")
    return socket.recv_fds(ours, 1, 1)[1][0]


class Delay:
    """A switch whose packets between hosts take `milliseconds` ± `jitter`, in order for
    each pair of hosts, and of which a share is lost."""

    def __init__(self, milliseconds, jitter, loss, seed=1):
        self.milliseconds, self.jitter, self.loss = milliseconds, jitter, loss
        self.random = random.Random(seed)
        print(f"delay {milliseconds} ± {jitter} ms, loss {loss:.2%}, seed {seed}")
        self.devices = []
        self.delays = {}
        self.ports = {}  # by hardware address
        self.last = {}  # when the last packet of a pair of devices is due
        self.due = []
        self.count = 0
        self.packets = self.lost = 0
        self.lock = threading.Lock()
        self.selector = selectors.DefaultSelector()
        self.is_stopped = False
        self.thread = threading.Thread(target=self._pass_packets, daemon=True)

    def attach(self, namespace, name, delays=True):
        device = open_tap(namespace, name)
        with self.lock:
            self.devices.append(device)
            self.delays[device] = delays
            self.selector.register(device, selectors.EVENT_READ)

    def start(self):
        self.thread.start()

    def stop(self):
        self.is_stopped = True
        self.thread.join()
        for device in self.devices:
            os.close(device)

    def _pass_packets(self):
        while not self.is_stopped:
            wait = 0.02
            if self.due:
                wait = min(wait, max(0, self.due[0][0] - time.monotonic()))
            for key, _ in self.selector.select(wait):
                self._read(key.fd)
            now = time.monotonic()
            while self.due and self.due[0][0] <= now:
                _, _, device, packet = heapq.heappop(self.due)
                try:
                    os.write(device, packet)
                except OSError:
                    pass  # The host is down, as a cable that is unplugged.

    def _read(self, source):
        for _ in range(64):
            try:
                packet = os.read(source, 2_048)
            except OSError:
                return
            target, sender = packet[:6], packet[6:12]
            self.ports[sender] = source
            known = self.ports.get(target)
            with self.lock:
                targets = [known] if known else [one for one in self.devices if one != source]
            for device in targets:
                self._send(source, device, packet)

    def _send(self, source, device, packet):
        self.packets += 1
        now = time.monotonic()
        due = now
        if self.delays[source] and self.delays[device]:
            if self.random.random() < self.loss:
                self.lost += 1
                return
            due += (self.milliseconds + self.random.uniform(-self.jitter, self.jitter)) / 1_000
            due = max(due, self.last.get((source, device), 0))
            self.last[source, device] = due
        self.count += 1
        heapq.heappush(self.due, (due, self.count, device, packet))
