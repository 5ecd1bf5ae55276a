// A reconstruction of the feed, yours to write.
//
// It speaks the protocol, reads frames and rejects those that are illegal; all else of the feed
// contract (FeedContract.md) is still to come. What `bench conform` names first is what to do
// next:
//
//     bench conform -- node strategy.mjs

import { DISPOSITION, RejectedFrame, readJSON, serve } from "./oddsbench.mjs";

const BYTES_MAX = 64 << 20;
const LEVELS_MAX = 64;
const FRAMES = [
  "framesApplied", "framesRejected", "framesStale", "framesHeld", "framesHeldDropped",
];
const RECORDS = ["recordsApplied", "recordsRejected", "orphanUpdates", "orphanDeletes"];

/// The state of one channel; each has its own.
class Channel {
  version = null;
  counters = Object.fromEntries([...FRAMES, ...RECORDS].map((name) => [name, 0]));

  /// The answer without its checksum: disposition, four counts, changed, error offset.
  apply(bytes) {
    let frame;
    try {
      frame = this.read(bytes);
    } catch (error) {
      if (!(error instanceof RejectedFrame)) throw error;
      this.counters.framesRejected++;
      return [DISPOSITION.rejected, 0, 0, 0, 0, 0, error.offset];
    }
    const before = { ...this.counters };
    const changed = this.applyRecords(frame.messageType === "INITIAL_DUMP", frame.records);
    this.counters.framesApplied++;
    const raised = RECORDS.map((name) => this.counters[name] - before[name]);
    return [DISPOSITION.applied, ...raised, changed, 0];
  }

  /// EM-F1, EM-F2. `numberText` gives the text of the frame's numbers.
  read(bytes) {
    if (bytes.length > BYTES_MAX) throw new RejectedFrame(BYTES_MAX);
    const { messageType, version, records } = readJSON(bytes, LEVELS_MAX) ?? {};
    if (!["INITIAL_DUMP", "UPDATE"].includes(messageType) || !Array.isArray(records)) {
      throw new RejectedFrame(0);
    }
    return { messageType, version, records };
  }

  /// Returns how many entities of the six types have changed.
  applyRecords(isDump, records) {
    return 0;
  }

  /// Those of the first events: of `idText` and `offerText`.
  eventChecksums(events) {
    return [];
  }

  snapshot() {
    return { version: this.version, events: [], references: {}, counters: this.counters };
  }
}

serve(() => new Channel(), "javascript", "full");
