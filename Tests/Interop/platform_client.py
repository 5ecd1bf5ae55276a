"""Requests to the platform of a simulator, by the standard library alone."""

import http.client
import json
import urllib.parse

from emsim import JSON, PATIENCE

OPERATOR = "7001"


class Service:
    """One life of the platform."""

    def __init__(self, sim):
        self.sim = sim
        self.address = urllib.parse.urlsplit(sim.player).netloc
        self.odds_address = urllib.parse.urlsplit(sim.odds).netloc

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=PATIENCE)

    def connect_to_odds(self):
        return http.client.HTTPConnection(self.odds_address, timeout=PATIENCE)

    def ask(self, connection, method, path, body=None, session=None, key=None, user=None):
        """Asks the accounts, or with a user the bets, whose routes want other names."""
        headers = dict(JSON)
        if user and path.startswith("/place-bet"):
            headers.update({"x-sessionid": session, "userid": user, "x-operatorid": OPERATOR})
        elif user and path.startswith("/bets-api"):
            headers.update({"x-session-id": session, "x-user-id": user, "x-operator-id": OPERATOR})
        elif user:
            headers.update({"X-SessionId": session, "userId": user, "X-OperatorId": OPERATOR})
        elif session:
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
