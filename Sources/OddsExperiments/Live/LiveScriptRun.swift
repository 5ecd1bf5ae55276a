import OddsLedger
import OddsModel

/// Plays a script through the parts that a run over sockets is measured with:
/// the server's ledger, the backlog of a reader's mailbox, the reader's notes,
/// and their account. A fault is in the use of one of these parts, where it
/// hides from that part what it should have, or takes away what it has.
struct LiveScriptRun {
    let script: LiveScript
    let fault: LiveSelfTest.Fault

    func account() -> LiveAccount {
        var account = LiveAccount(window: LiveScript.window)
        let sights = notes().sights.sights(channels: 1)[0]
        do throws(LedgerTextError) {
            account.add(counted(try LedgerText.decode(ledger()), sights), sights)
        } catch {
            preconditionFailure("\(error)")
        }
        return account
    }

    // MARK: The server

    /// What the server notes of its schedule, as text.
    private func ledger() -> [UInt8] {
        var ledger = FrameLedger(topics: ["topic"])
        var look = (second: UInt64.max, delay: UInt64(0))
        for (index, frame) in script.frames.enumerated() {
            let isSent = frame.way != .droppedByServer && frame.way != .disconnected
            if fault == .offeredIsSent, !isSent { continue }
            ledger.note(topic: 0, version: LiveScript.version(index), records: 1, due: frame.due)
            var delay = frame.delay
            if fault == .delaySampled {
                let second = frame.due / 1_000_000_000
                if second != look.second { look = (second, delay) }
                delay = look.delay
            }
            ledger.handOver(at: frame.due + delay)
        }
        return LedgerText.encode(Array(ledger.frames(of: "topic") ?? ChunkedList()))
    }

    // MARK: The client

    /// What the client's reader notes.
    private func notes() -> ReaderNotes {
        var notes = ReaderNotes()
        var backlog = ChangeBacklog<SeenFrame>()
        var arrivals = script.arrivals[...]
        for reading in script.readings {
            while let arrival = arrivals.first, arrival.time <= reading {
                arrivals.removeFirst()
                put(arrival, into: &backlog)
            }
            let taken = backlog.takeAll()
            var frames = taken.traces
            if fault == .readerSkips { frames.removeFirst(taken.droppedTraceCount) }
            notes.note(
                channel: 0, frames,
                droppedCount: fault == .readerSkips ? 0 : taken.droppedTraceCount,
                now: reading, from: LiveScript.window.lowerBound)
        }
        return notes
    }

    private func put(_ arrival: LiveScript.Arrival, into backlog: inout ChangeBacklog<SeenFrame>) {
        // Too many wait: they go, and their traces with them.
        if fault == .mailboxForgets, backlog.changes.count == backlog.countMax {
            _ = backlog.takeAll()
        }
        backlog.add(
            ChangeSet(),
            SeenFrame(
                intended: 0, received: arrival.time, decoded: arrival.time,
                applied: arrival.time, version: arrival.version, isDump: arrival.isDump))
    }

    // MARK: The account

    /// The frames of the schedule that count.
    private func counted(_ frames: [LedgerFrame], _ sights: [Sight]) -> [LedgerFrame] {
        switch fault {
        case .disconnectedIgnored:
            let times = script.frames.filter { $0.way == .disconnected }.map(\.due)
            return frames.filter { !times.contains($0.due) }
        case .unseenIgnored:
            let join = ChannelJoin(frames, sights, until: LiveScript.window.upperBound)
            return zip(frames, join.fates).filter { $1 != .unseen }.map(\.0)
        case .fromHandOver:
            return frames.map {
                var frame = $0
                frame.due += frame.delay
                frame.delay = 0
                return frame
            }
        default: return frames
        }
    }
}
