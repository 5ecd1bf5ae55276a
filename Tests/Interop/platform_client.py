"""Requests to the platform of a simulator, by the standard library alone."""

import http.client
import json
import urllib.parse

from emsim import JSON, PATIENCE


class Service:
    """One life of the platform."""

    def __init__(self, sim):
        self.sim = sim
        self.address = urllib.parse.urlsplit(sim.player).netloc

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=PATIENCE)

    def ask(self, connection, method, path, body=None, session=None, key=None):
        headers = dict(JSON)
        if session:
            headers["X-SessionId"] = session
        if key:
            headers["Idempotency-Key"] = key
        data = json.dumps(body) if body is not None else None
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None

    def log_in(self, connection, player):
        """The session of a player whom control has made."""
        status, answer = self.ask(
            connection, "POST", "/v1/player/legislation/login",
            {"username": player["username"], "password": player["password"]})
        assert status == 200, answer
        return answer["sessionId"]
