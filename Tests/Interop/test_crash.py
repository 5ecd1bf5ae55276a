"""A platform whose state is in a file, killed under load again and again: what was
answered has happened, and the ledger is whole."""

import http.client
import json
import os
import random
import signal
import threading
import time
import urllib.parse

from emsim import PATIENCE, simulator
from platform_client import Service

CRASHES = int(os.environ.get("CRASHES", "25"))
PLAYERS = 8
NO_ANSWER = (OSError, http.client.HTTPException, json.JSONDecodeError)


class Player(threading.Thread):
    """Deposits cents for as long as there is a service, and notes what was answered."""

    def __init__(self, service, account, answers):
        super().__init__()
        self.service = service
        self.account = account
        self.answers = answers

    def run(self):
        try:
            self.deposit()
        except NO_ANSWER:
            pass  # The service has been killed.

    def deposit(self):
        account, service = self.account, self.service
        connection = service.connect()
        if "session" not in account:
            account["session"] = service.log_in(connection, account)
        while True:
            # A deposit whose answer was lost is asked for again.
            if account["open"] is None:
                account["count"] += 1
                account["open"] = {"key": f"k-{account['count']}"}
            deposit = account["open"]
            if "page" not in deposit:
                status, answer = service.ask(
                    connection, "POST", f"/v1/player/{account['userId']}/payment/GetPaymentSession",
                    {"Type": "Deposit", "SuccessUrl": "s", "CancelUrl": "c", "FailUrl": "f"},
                    account["session"], deposit["key"])
                assert status == 200, answer
                deposit["page"] = urllib.parse.urlsplit(answer["CashierInfo"]["Url"]).path
                self.answers.release()
            status, answer = service.ask(
                connection, "POST", deposit["page"], {"amount": "0.01", "outcome": "complete"})
            assert status == 200, answer
            account["answered"].append(answer["transactionId"])
            account["open"] = None
            self.answers.release()


def history(service, connection, account):
    """All payments of a player, by their numbers."""
    payments, page = {}, None
    while True:
        query = f"?page={urllib.parse.quote(page)}" if page else ""
        status, answer = service.ask(
            connection, "GET", f"/v1/player/{account['userId']}/transactions/banking{query}",
            session=account["session"])
        assert status == 200, answer
        for payment in answer["transactions"]:
            assert payment["transId"] not in payments
            payments[payment["transId"]] = payment
        page = answer["pagination"]["next"]
        if page is None:
            return payments


def check(service, accounts):
    """Holds the service to the clients' own record."""
    ledger = json.loads(service.sim.get("/ledger/check"))
    assert ledger["ok"] and ledger["sum"] == "0.00" and ledger["players"] == PLAYERS
    connection = service.connect()
    for account in accounts:
        if "session" not in account:
            continue
        # The session has survived as well.
        status, balance = service.ask(
            connection, "GET", f"/v2/player/{account['userId']}/balance",
            session=account["session"])
        assert status == 200, balance
        payments = history(service, connection, account)
        assert {int(name[3:]) for name in account["answered"]} <= set(payments)
        assert all(payment["status"] == "Completed" for payment in payments.values())
        # Beside what was answered, at most the one whose answer was lost.
        assert len(payments) - len(account["answered"]) in (0, 1)
        assert round(balance["totalRealAmount"]["EUR"] * 100) == len(payments)


def test_crashes_lose_nothing_that_was_answered(tmp_path):
    seed = int(os.environ.get("SEED", str(time.time_ns() % 2**32)))
    print("seed", seed)
    draw = random.Random(seed)
    options = [
        "--platform", "--state", str(tmp_path / "state.sqlite"), "--password-cost", "1",
        "--log-level", "error", "--events", "2", "--markets", "1", "--rate", "1"]
    accounts = []
    for crash in range(CRASHES + 1):
        with simulator(*options) as sim:
            service = Service(sim)
            if not accounts:
                accounts = sim.post("/players", {"count": PLAYERS})["players"]
                for account in accounts:
                    account.update(answered=[], open=None, count=0)
                    for status in ("PENDING", "APPROVED"):
                        sim.post(f"/kyc/{account['userId']}", {"status": status})
            check(service, accounts)
            if crash == CRASHES:
                break
            answers = threading.Semaphore(0)
            players = [Player(service, account, answers) for account in accounts]
            for player in players:
                player.start()
            # Killed after some answers, while the other players wait for theirs.
            for _ in range(draw.randrange(100)):
                assert answers.acquire(timeout=PATIENCE)
            sim.process.send_signal(signal.SIGKILL)
            for player in players:
                player.join()
    answered = sum(len(account["answered"]) for account in accounts)
    print(f"{CRASHES} crashes, {answered} deposits answered")
    assert answered > CRASHES
