"""A client of an edge that does just what a test says."""

import base64
import json
import os
import socket
import time
import urllib.parse

from fleet import PATIENCE

WELCOME, ERROR, RESULT, REGISTERED = 2, 8, 50, 65


class Client:
    def __init__(self, url):
        where = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((where.hostname, where.port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {where.path} HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: wamp.2.json\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        assert b" 101 " in self.file.readline()
        while self.file.readline().strip():
            pass
        self.send([1, "www.everymatrix.com", {"roles": {"callee": {}, "caller": {}}}])
        assert self.receive()[0] == WELCOME

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def send_frame(self, kind, data):
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + len(data).to_bytes(2, "big")
        self.socket.sendall(bytes([0x80 | kind, 0x80 | size[0]]) + size[1:] + bytes(4) + data)

    def call(self, request, procedure, keywords):
        self.send([48, request, {}, procedure, [], keywords])

    def receive(self):
        """The next message."""
        while True:
            kind, data = self.read_frame()
            assert kind != 8, f"the server closes the connection: {data!r}"
            if kind == 1:
                return json.loads(data)

    def read_frame(self):
        """The opcode and the content of the next WebSocket frame; a ping is answered."""
        head = self.file.read(2)
        assert len(head) == 2, "the server has closed the connection"
        count = head[1] & 0x7F
        if count >= 126:
            count = int.from_bytes(self.file.read(2 if count == 126 else 8), "big")
        kind, data = head[0] & 0x0F, self.file.read(count)
        if kind == 9:
            self.send_frame(10, data)
        return kind, data

    def register(self, topics, pause=0):
        """Registers topics, a hundred at a time, and returns how each was answered."""
        answers = []
        for start in range(0, len(topics), 100):
            part = topics[start:start + 100]
            for number, topic in enumerate(part, len(answers) + 1):
                self.send([64, number, {}, topic])
            while len(answers) < start + len(part):
                message = self.receive()
                if message[0] in (ERROR, REGISTERED):
                    answers.append(message)
            time.sleep(pause)
        return answers

    def close(self):
        self.socket.close()
