"""Clients that flood or do not read: memory stays bounded, others are served."""

import asyncio
import base64
import os
import socket
import struct
import sys
import urllib.parse

import pytest

from emsim import PATIENCE, TOPIC, simulator
from test_websockets import answer, call, connect

MEGABYTE = 1 << 20


class Raw:
    """A WebSocket on a plain socket that reads no more than it must."""

    def __init__(self, url):
        where = urllib.parse.urlsplit(url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((where.hostname, where.port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /v2 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: wamp.2.json\r\n\r\n".encode())
        assert b" 101 " in self.socket.recv(1024)
        self.send('[1,"realm",{"roles":{"caller":{}}}]')

    @staticmethod
    def frame(text, opcode=1):
        data = text.encode() if isinstance(text, str) else text
        # A mask of zeros leaves the data unchanged.
        if len(data) < 126:
            head = struct.pack("!BBI", 0x80 | opcode, 0x80 | len(data), 0)
        else:
            head = struct.pack("!BBHI", 0x80 | opcode, 0xFE, len(data), 0)
        return head + data

    def send(self, text, opcode=1, times=1):
        """Sends frames; discards what the server does not accept within 5 seconds."""
        self.socket.settimeout(5)
        try:
            self.socket.sendall(self.frame(text, opcode) * times)
        except OSError:
            pass


def flood_of_pings(url):
    raw = Raw(url)
    for _ in range(20):
        raw.send(b"x" * 125, opcode=9, times=10_000)
    return raw


def flood_of_dumps(url):
    raw = Raw(url)
    raw.send('[48,1,{},"/sports#initialDump",[],{"topic":"%s"}]' % TOPIC, times=500)
    return raw


def flood_of_registrations(url):
    raw = Raw(url)
    for number in range(5_000):
        raw.send(f'[64,{number},{{}},"{TOPIC}"]')
    return raw


def deaf(url):
    raw = Raw(url)
    raw.send(f'[64,1,{{}},"{TOPIC}"]')
    return raw


def half_a_message(url):
    raw = Raw(url)
    raw.socket.sendall(struct.pack("!BBQI", 0x81, 0xFF, MEGABYTE - 1, 0))
    raw.socket.sendall(b"x" * (MEGABYTE - 2))
    return raw


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("policy", ["disconnect", "resync"])
def test_memory_is_bounded_while_others_are_served(policy):
    async def follow(sim, count):
        seen = 0
        async with connect(sim.url) as socket:
            await call(socket, [1, "realm", {"roles": {"caller": {}}}])
            assert (await answer(socket))[0] == 2
            await call(socket, [64, 1, {}, TOPIC])
            assert (await answer(socket))[0] == 65
            while seen < count:
                await asyncio.wait_for(socket.recv(), PATIENCE)
                seen += 1

    with simulator("--slow-consumer", policy, "--queue-bytes", str(MEGABYTE), "--rate", "5000",
                   "--log-level", "error") as sim:
        asyncio.run(follow(sim, 50))
        before = sim.resident_bytes_max()
        peers = []
        for kind in [deaf] * 40 + [half_a_message] * 10 + [
                flood_of_pings, flood_of_dumps, flood_of_registrations]:
            peers.append(kind(sim.url))
        counted = 0
        # The deaf peers and the floods of dumps and registrations count as slow
        # once their socket buffers are full.
        for _ in range(200):
            asyncio.run(follow(sim, 100))
            counted = sum(
                sim.metric(f"slow_consumers_{what}_total") for what in ("disconnected", "resynced"))
            if counted > 41:
                break
        grown = sim.resident_bytes_max() - before
        print(f"{policy}: {grown / MEGABYTE:.0f} MiB more, {counted} slow consumers")
        assert counted > 41
        # 53 peers, each with a queue and socket buffers, and ten half messages.
        assert grown < 200 * MEGABYTE
        assert sim.ask("GET", "/health")[0] == 200
