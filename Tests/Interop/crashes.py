"""A platform whose state is in a file, killed under load again and again."""

import http.client
import json
import os
import random
import signal
import threading
import time

from emsim import PATIENCE, simulator
from platform_client import Service

CRASHES = int(os.environ.get("CRASHES", "25"))
PLAYERS = 8
NO_ANSWER = (OSError, http.client.HTTPException, json.JSONDecodeError)


class Player(threading.Thread):
    """Does one thing after the other for as long as there is a service, and notes what was
    answered in its account. What was asked without an answer is asked again, of the next
    service as well."""

    def __init__(self, service, account, answers, draw):
        super().__init__()
        self.service = service
        self.account = account
        self.answers = answers
        self.draw = draw
        # What was wrong with an answer, which the test has to fail for.
        self.error = None

    def run(self):
        while self.service.sim.process.poll() is None:
            try:
                self.live()
            except NO_ANSWER:
                pass  # An answer was lost, or the service has been killed.
            except BaseException as error:  # pylint: disable=broad-except
                self.error = error
                self.answers.release()
                return

    def live(self):
        connection = self.connect()
        if "session" not in self.account:
            self.account["session"] = self.service.log_in(self.service.connect(), self.account)
        while True:
            self.act(connection)
            self.answers.release()

    def connect(self):
        return self.service.connect()


def crash(path, options, money, player, check):
    """Kills a platform `CRASHES` times, and checks it after each.

    - `money`: What each account begins with.
    - `player`: The class of the players.
    - `check`: Holds the service to the accounts; called with both.
    """
    seed = int(os.environ.get("SEED", str(time.time_ns() % 2**32)))
    print("seed", seed)
    draw = random.Random(seed)
    options = ["--platform", "--state", str(path), "--password-cost", "1", "--log-level", "error",
               *options]
    accounts = []
    for life in range(CRASHES + 1):
        with simulator(*options) as sim:
            service = Service(sim)
            if not accounts:
                accounts = sim.post("/players", {"count": PLAYERS, **money})["players"]
                for account in accounts:
                    account.update(open=None, count=0)
                    for status in ("PENDING", "APPROVED"):
                        sim.post(f"/kyc/{account['userId']}", {"status": status})
            ledger = json.loads(sim.get("/ledger/check"))
            assert ledger["ok"] and ledger["sum"] == "0.00" and ledger["players"] == PLAYERS
            check(service, accounts)
            if life == CRASHES:
                return accounts
            answers = threading.Semaphore(0)
            players = [
                player(service, account, answers, random.Random(draw.random()))
                for account in accounts]
            for one in players:
                one.start()
            # Killed after some answers, while the other players wait for theirs.
            for _ in range(draw.randrange(100)):
                assert answers.acquire(timeout=PATIENCE)
            sim.process.send_signal(signal.SIGKILL)
            for one in players:
                one.join()
                if one.error:
                    raise one.error
