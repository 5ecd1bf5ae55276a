"""Requests at which the process ends: platform contract, 9.6.1. What ends it here is a state that
somebody else has damaged, as no request of this version does."""

import os
import signal
import sqlite3

import pytest
from crashes import NO_ANSWER
from emsim import PATIENCE, simulator
from platform_client import OPERATOR, Service
from test_crash_bets import PLACING, offers

OPTIONS = ["--platform", "--password-cost", "1", "--log-level", "critical", "--events", "4",
           "--markets", "2", "--rate", "1"]
DAY = 24 * 60 * 60


def ticket(sim, account, amount="1.00"):
    return {
        "ucsOperatorId": int(OPERATOR), "userId": account["userId"], "currency": "EUR",
        "type": "SINGLE", "amount": amount, "oddsValidationType": "ACCEPT_ANY",
        "selections": [next(event for event in offers(sim) if event)[0]]}


def place(service, account, body, key):
    return service.ask(
        service.connect_to_odds(), "POST", PLACING, body, account["session"], key,
        account["userId"])


def write(path, balance, account):
    """Sets the balance of a player past the ledger."""
    with sqlite3.connect(path, timeout=PATIENCE) as state:
        number = int(account["userId"]) << 3
        old = state.execute("SELECT balance FROM account WHERE id = ?", [number]).fetchone()[0]
        triggers = state.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            " AND tbl_name = 'account'").fetchall()
        for name, _ in triggers:
            state.execute(f"DROP TRIGGER {name}")
        state.execute("UPDATE account SET balance = ? WHERE id = ?", [balance, number])
        for _, sql in triggers:
            state.execute(sql)
    return old


@pytest.fixture(autouse=True)
def no_backtrace(monkeypatch):
    monkeypatch.setenv("SWIFT_BACKTRACE", "enable=no")


@pytest.fixture(name="state")
def fixture_state(tmp_path):
    """A state with two players who are logged in, and a ticket."""
    path = tmp_path / "state.sqlite"
    with simulator(*OPTIONS, "--state", str(path)) as sim:
        service = Service(sim)
        accounts = sim.post("/players", {"count": 2, "balance": "100.00"})["players"]
        for account in accounts:
            account["session"] = service.log_in(service.connect(), account)
        body = ticket(sim, accounts[0])
        assert sim.stop() == 0
    assert not os.path.exists(f"{path}-work")
    return path, accounts, body


def end_by(path, account, body, key):
    """One life of the process, which a ticket ends."""
    with simulator(*OPTIONS, "--state", str(path)) as sim:
        with pytest.raises(NO_ANSWER):
            place(Service(sim), account, body, key)
        assert sim.process.wait(timeout=PATIENCE) in (-signal.SIGILL, -signal.SIGTRAP)


def test_request_that_ends_the_process_twice_is_refused(state):
    path, (damaged, whole), body = state
    balance = write(path, 1e300, damaged)
    end_by(path, damaged, body, "k")
    # After one end the request is worked out anew, and ends the process again.
    end_by(path, damaged, body, "k")
    with simulator(*OPTIONS, "--state", str(path)) as sim:
        service = Service(sim)
        for _ in range(3):
            status, answer = place(service, damaged, body, "k")
            assert status == 500, answer
            assert "Idempotency-Key" in answer["response"]["errorMessage"]
        # Nobody else is concerned, nor is another key.
        assert place(service, whole, {**body, "userId": whole["userId"]}, "k")[0] == 200
        write(path, balance, damaged)
        assert place(service, damaged, body, "l")[0] == 200
        assert place(service, damaged, body, "k")[0] == 500
        assert sim.stop() == 0
    # A clean end does not lift it; after a day it is a request as any other.
    with simulator(*OPTIONS, "--state", str(path), "--session-life", "200000") as sim:
        service = Service(sim)
        assert place(service, damaged, body, "k")[0] == 500
        sim.post("/clock", {"advanceSeconds": DAY})
        assert place(service, damaged, body, "k")[0] == 200


def test_request_of_one_end_is_worked_out_anew(state):
    path, (damaged, _), body = state
    balance = write(path, 1e300, damaged)
    end_by(path, damaged, body, "k")
    write(path, balance, damaged)
    with simulator(*OPTIONS, "--state", str(path)) as sim:
        status, first = place(Service(sim), damaged, body, "k")
        assert status == 200
        # Killed, with nothing in work: the answer stays the answer.
        sim.process.send_signal(signal.SIGKILL)
        sim.process.wait(timeout=PATIENCE)
    with simulator(*OPTIONS, "--state", str(path)) as sim:
        assert place(Service(sim), damaged, body, "k") == (200, first)
