"""An answer that is given is kept: with --sync-full through the loss of power, without it
through the end of the process (platform contract, section 14, amendment of section 1)."""

import contextlib
import json
import os
import random
import sqlite3
import threading
import time

import pytest

from disk import SYNC_END, Disk, image, written
from emsim import simulator
from platform_client import Service
from test_crash import Depositor

PLAYERS = 4
# Of each player: so many that the log is copied into the file, and begins anew.
DEPOSITS = 150
# At how many moments the power is lost.
PLACES = int(os.environ.get("POWER_LOSSES", "100"))
OPTIONS = ["--platform", "--password-cost", "1", "--log-level", "error", "--events", "1",
           "--markets", "1", "--rate", "1"]


class Answered(threading.Thread):
    """Deposits for one player, and notes where the disk was when it asked and was answered."""

    def __init__(self, service, account, disk):
        super().__init__()
        self.service, self.account, self.disk = service, account, disk
        self.answers = []

    def run(self):
        service, account = self.service, self.account
        asked = self.disk.place()
        account["session"] = service.log_in(service.connect(), account)
        self.note(asked, "session", account["session"])
        depositor, connection = Depositor(service, account, None, None), service.connect()
        for _ in range(DEPOSITS):
            asked = self.disk.place()
            depositor.act(connection)
            deposit = account["open"]
            self.note(asked, "key", (int(account["userId"]), deposit["key"]))
            asked = self.disk.place()
            depositor.act(connection)
            self.note(asked, "payment", account["answered"][-1])

    def note(self, asked, kind, name):
        self.answers.append((asked, self.disk.place(), kind, name))


class Recording:
    """What players were answered, and what the service has done to its files."""

    def __init__(self, folder, options):
        state = folder / "state.sqlite"
        self.disk = Disk(folder, state)
        with simulator(
                *OPTIONS, "--state", str(state), *options, **self.disk.environment) as sim:
            self.accounts = sim.post("/players", {"count": PLAYERS})["players"]
            for account in self.accounts:
                account.update(open=None, count=0)
                for status in ("PENDING", "APPROVED"):
                    sim.post(f"/kyc/{account['userId']}", {"status": status})
            self.begin = self.disk.place()
            players = [Answered(Service(sim), each, self.disk) for each in self.accounts]
            for player in players:
                player.start()
            for player in players:
                player.join()
            self.end = self.disk.place()
            self.synced_commits = sim.metric("platform_synced_commits_total")
        self.answers = [answer for player in players for answer in player.answers]
        assert len(self.answers) == PLAYERS * (1 + 2 * DEPOSITS)
        self.notes = list(self.disk.notes())
        assert any(kind == SYNC_END and name == "" and self.begin < place < self.end
                   for kind, _, name, *_, place in self.notes), "the log was not copied"
        # Nothing but the notes is known of the files, so they have to be the whole truth.
        whole = image(self.notes)
        for name in ("", "-wal"):
            assert whole[name] == state.with_name(state.name + name).read_bytes()

    def moments(self, count, draw):
        """Some of the moments at which the players were there: what had been noted, and what
        had been answered."""
        within = [
            index for index, note in enumerate(self.notes) if self.begin <= note[-1] <= self.end]
        for index in sorted(draw.sample(within, min(count, len(within)))):
            place = self.notes[index][-1]
            yield self.notes[:index + 1], [
                (kind, name) for _, answered, kind, name in self.answers if answered <= place]


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    return Recording(tmp_path_factory.mktemp("full"), ["--sync-full"])


@pytest.fixture(scope="module")
def normal(tmp_path_factory):
    return Recording(tmp_path_factory.mktemp("normal"), [])


@pytest.fixture
def draw():
    seed = int(os.environ.get("SEED", str(time.time_ns() % 2**32)))
    print("seed", seed)
    return random.Random(seed)


def lost(path, answered):
    """What was answered and is not there, in a state that is whole."""
    with contextlib.closing(sqlite3.connect(path)) as state:
        assert state.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not state.execute("SELECT 1 FROM sqlite_schema WHERE name = 'account'").fetchall():
            return answered
        assert all(balance == 0 for (balance,) in state.execute(
            "SELECT SUM(balance) FROM account GROUP BY currency"))
        there = {
            "payment": {f"tx-{number}" for (number,) in state.execute(
                "SELECT id FROM payment WHERE status = 'Completed'")},
            "session": {name for (name,) in state.execute("SELECT id FROM session")},
            "key": set(state.execute("SELECT player, key FROM answer")),
        }
    return [(kind, name) for kind, name in answered if name not in there[kind]]


def syncs_per_answer(recording):
    """How many syncs of the log have ended between each request and its answer."""
    syncs = [place for kind, _, name, *_, place in recording.notes
             if kind == SYNC_END and name == "-wal"]
    return [sum(asked < sync <= answered for sync in syncs)
            for asked, answered, *_ in recording.answers]


def test_each_answer_comes_after_a_sync(full):
    assert min(syncs_per_answer(full)) >= 1
    syncs = sum(kind == SYNC_END and name == "-wal" for kind, _, name, *_ in full.notes)
    assert 0 < full.synced_commits <= syncs


def test_without_sync_full_no_answer_waits_for_the_disk(normal):
    # But for the few beside which the log is copied, which waits.
    assert sorted(syncs_per_answer(normal))[len(normal.answers) // 2] == 0
    assert normal.synced_commits == 0


def test_the_loss_of_power_loses_nothing_that_was_answered(full, tmp_path, draw):
    for notes, answered in full.moments(PLACES, draw):
        with written(image(notes, draw.choice), tmp_path, "lost.sqlite") as path:
            assert not lost(path, answered)


def test_the_loss_of_power_leaves_a_whole_state_without_sync_full(normal, tmp_path, draw):
    count = 0
    for notes, answered in normal.moments(PLACES, draw):
        with written(image(notes, draw.choice), tmp_path, "lost.sqlite") as path:
            count += bool(lost(path, answered))
    # So the test above would see it.
    assert count > PLACES / 4


def test_the_end_of_the_process_loses_nothing_that_was_answered(normal, tmp_path, draw):
    for notes, answered in normal.moments(PLACES, draw):
        with written(image(notes), tmp_path, "killed.sqlite") as path:
            assert not lost(path, answered)


def test_the_service_goes_on_after_the_loss_of_power(full, tmp_path, draw):
    for notes, answered in full.moments(3, draw):
        kept = set(answered)
        with written(image(notes, draw.choice), tmp_path, "lost.sqlite") as path, \
                simulator(*OPTIONS, "--state", str(path), "--sync-full") as sim:
            ledger = json.loads(sim.get("/ledger/check"))
            assert ledger["ok"] and ledger["sum"] == "0.00" and ledger["players"] == PLAYERS
            service = Service(sim)
            for account in full.accounts:
                paid = sum(("payment", name) in kept for name in account["answered"])
                session = ("session", account["session"]) in kept
                status, balance = service.ask(
                    service.connect(), "GET", f"/v2/player/{account['userId']}/balance",
                    session=account["session"])
                assert status == 200 or not session, balance
                if session:
                    # Beside what was answered, at most the one whose answer was under way.
                    cents = round(balance["totalRealAmount"]["EUR"] * 100)
                    assert cents - paid in (0, 1)
