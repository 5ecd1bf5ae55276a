"""A reconstruction of the feed, yours to write.

It speaks the protocol, reads frames and rejects those that are illegal; all else of the feed
contract (FeedContract.md) is still to come. What `bench conform` names first is what to do next:

    bench conform -- python3 strategy.py
"""

import oddsbench

BYTES_MAX = 64 << 20
LEVELS_MAX = 64
COUNTERS = (
    "framesApplied framesRejected framesStale framesHeld framesHeldDropped "
    "recordsApplied recordsRejected orphanUpdates orphanDeletes"
).split()


class Channel:
    """The state of one channel; each has its own."""

    def __init__(self):
        self.version = None
        self.counters = dict.fromkeys(COUNTERS, 0)

    def apply(self, data):
        """The answer without its checksum: disposition, four counts, changed, error offset."""
        try:
            frame = self.read(data)
        except oddsbench.RejectedFrame as rejected:
            self.counters["framesRejected"] += 1
            return oddsbench.REJECTED, 0, 0, 0, 0, 0, rejected.offset
        before = dict(self.counters)
        changed = self.apply_records(frame["messageType"] == "INITIAL_DUMP", frame["records"])
        self.counters["framesApplied"] += 1
        raised = [self.counters[name] - before[name] for name in COUNTERS[5:]]
        return oddsbench.APPLIED, *raised, changed, 0

    def read(self, data):
        """EM-F1, EM-F2. A number of the frame is `bytes`, which are its text."""
        if len(data) > BYTES_MAX:
            raise oddsbench.RejectedFrame(BYTES_MAX)
        frame = oddsbench.read_json(data, LEVELS_MAX)
        is_update_or_dump = (
            type(frame) is dict
            and frame.get("messageType") in ("INITIAL_DUMP", "UPDATE")
            and type(frame.get("records")) is list
        )
        if not is_update_or_dump:
            raise oddsbench.RejectedFrame(0)
        return frame

    def apply_records(self, is_dump, records):
        """Returns how many entities of the six types have changed."""
        return 0

    def event_checksums(self, events):
        """Those of the first events: of `oddsbench.id_text` and `oddsbench.offer_text`."""
        return []

    def snapshot(self):
        return {
            "version": self.version,
            "events": [],
            "references": {},
            "counters": self.counters,
        }


oddsbench.serve(Channel, name="python", level="full")
