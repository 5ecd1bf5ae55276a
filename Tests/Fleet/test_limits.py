"""One client of one edge that asks for 256 made-up pages: nobody else notices."""

import contextlib
import socket
import threading
import time

import pytest

from checks import LIST, wait_until
from wamp import ERROR, RESULT, Client

PAGES = 256
# What a session may open at once, and until its last request is read.
GRANTED = range(16, 24)
OTHERS = 4  # Of each edge.
REST, WINDOW = 10, 60  # Seconds before the attack, and from then on.
GAP_MAX = 1.0
# Of the frames before the attack, what has to come in the same time: a queue that grows shows no
# gap for long, but ever later frames.
SHARE_MIN = 0.8


def made_up(number):
    """One of 256 pages that no app shows."""
    start = LIST.rsplit("/", 2)[0]
    return f"{start}/{number // 16 + 31}/{number % 16 + 31}"


def attack(edge):
    """How 256 requests for dumps by one client without a registration are answered."""
    client = Client(edge.url)
    for number in range(PAGES):
        client.call(number + 1, "/sports#initialDump", {"topic": made_up(number)})
    answers = [client.receive() for _ in range(PAGES)]
    client.close()
    return answers


class Watcher(threading.Thread):
    """A client of an edge that notes the longest time without a frame."""

    def __init__(self, edge):
        super().__init__(daemon=True)
        self.client = Client(edge.url)
        assert self.client.register([LIST])[0][0] != ERROR
        self.client.call(9_000, "/sports#initialDump", {"topic": LIST})
        assert self.client.receive()[0] == RESULT
        self.gap, self.frames, self.last = 0.0, 0, None
        self.start()

    def run(self):
        with contextlib.suppress(AssertionError, OSError):  # Its socket has been shut down.
            while True:
                self.client.read_frame()
                now = time.monotonic()
                if self.last is not None:
                    self.gap = max(self.gap, now - self.last)
                    self.frames += 1
                self.last = now

    def finish(self):
        """The longest gap, with one that has not ended."""
        gap = max(self.gap, time.monotonic() - self.last)
        self.client.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        return gap


def gaps(fleet):
    """The longest gap of some clients of all edges in an attack, and the share of the frames
    before it that they get."""
    watchers = [Watcher(edge) for edge in fleet.edges for _ in range(OTHERS)]
    wait_until(lambda: all(watcher.last for watcher in watchers))
    start = [watcher.frames for watcher in watchers]
    time.sleep(REST)
    attacked = [watcher.frames for watcher in watchers]
    for watcher in watchers:
        watcher.gap = 0.0
    threading.Thread(target=attack, args=(fleet.edges[0],), daemon=True).start()
    time.sleep(WINDOW)
    longest = max(watcher.finish() for watcher in watchers)
    before = (sum(attacked) - sum(start)) / REST
    then = (sum(watcher.frames for watcher in watchers) - sum(attacked)) / WINDOW
    return longest, then / before


def test_a_client_gets_16_of_256_made_up_pages_and_is_told_when_to_come_back(make_fleet):
    fleet = make_fleet(rate=200, events=20, markets=4, edges=2, agents=0)
    Watcher(fleet.edges[1])
    answers = attack(fleet.edges[0])
    granted = [answer for answer in answers if answer[0] == RESULT]
    refused = [answer for answer in answers if answer[0] == ERROR]
    assert len(granted) in GRANTED and len(granted) + len(refused) == PAGES
    for answer in refused:
        assert answer[4] == "em.error.too_many_requests", answer
        assert "come back in" in answer[6]["desc"], answer
    assert fleet.source.metric("source_topics") == len(granted) + 1
    refusals = [
        fleet.edges[0].metric(f"edge_{kind}_refused_total") for kind in ("topics", "dumps")]
    assert sum(refusals) == len(refused)
    # Others have budgets of their own.
    Watcher(fleet.edges[0])
    assert fleet.edges[0].metric("edge_topics_named") == 1


@pytest.mark.alone
def test_nobody_else_has_a_gap_or_waits_while_a_client_asks_for_256_made_up_pages(
        make_fleet, record_property):
    fleet = make_fleet(rate=500, events=100, markets=10, edges=2, agents=0)
    messages = fleet.source.metric("source_messages_total")
    longest, share = gaps(fleet)
    messages = fleet.source.metric("source_messages_total") - messages
    record_property("one client of one edge", {
        "longest gap s": round(longest, 3), "share of frames": round(share, 3),
        "source messages/s": round(messages / (REST + WINDOW))})
    assert longest < GAP_MAX and share > SHARE_MIN, (longest, share)
