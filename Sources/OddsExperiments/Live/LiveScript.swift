import OddsLedger
import OddsResults

/// A run over sockets as it might have been, with known response times: a
/// frame each millisecond, for ten seconds of a virtual clock.
struct LiveScript {
    /// How a frame reached the reader.
    enum Way: Equatable {
        /// With its own changes.
        case delivered
        /// Its changes were dropped from the reader's full mailbox.
        case droppedByMailbox
        /// The server dropped it, because the client read too slowly.
        case droppedByServer
        /// It was due while the client was disconnected.
        case disconnected
        /// Not at all.
        case lost
    }

    struct Frame {
        var due: UInt64
        /// The generator's delay.
        var delay: UInt64
        var way: Way
        /// When the reader had it, or a later state.
        var seenAt: UInt64
    }

    /// The name in the report.
    let name: String
    /// Whether storms or faults are part of the plan.
    let isDisrupted: Bool
    let expected: RunResult.Status
    private(set) var frames: [Frame]

    static let window: Range<UInt64> = 0..<10_000_000_000
    private static let period: UInt64 = 1_000_000
    /// The response time of a frame that nothing disturbs, and the generator's
    /// part of it.
    private static let response: UInt64 = 200_000
    private static let delay: UInt64 = 20_000

    private init(_ name: String, isDisrupted: Bool, _ expected: RunResult.Status) {
        self.name = name
        self.isDisrupted = isDisrupted
        self.expected = expected
        frames = (0..<10_000).map {
            let due = UInt64($0) * Self.period
            return Frame(
                due: due, delay: Self.delay, way: .delivered, seenAt: due + Self.response)
        }
    }

    /// Each kind of interruption, within what a valid run may have.
    static let all = [interruptions, lateGenerator, overload, backlog]

    private static var interruptions: LiveScript {
        var script = LiveScript("interruptions", isDisrupted: true, .ok)
        // The reader stops for 400 ms; its mailbox holds 256 change sets.
        script.hold(1_000..<1_256, .droppedByMailbox, until: 1_400)
        script.hold(1_256..<1_400, .delivered, until: 1_400)
        script.hold(4_000..<4_500, .disconnected, until: 4_500)
        script.hold(7_000..<7_200, .droppedByServer, until: 7_200)
        script.hold(9_200..<9_290, .lost, until: 10_000)
        return script
    }

    /// The generator stops for 300 ms, between two whole seconds.
    private static var lateGenerator: LiveScript {
        var script = LiveScript("late generator", isDisrupted: false, .invalid)
        for index in 2_250..<2_550 {
            let end = 2_550 * period
            script.frames[index].delay = end - script.frames[index].due
            script.frames[index].seenAt = end + response - delay
        }
        return script
    }

    /// The last two percent never arrive.
    private static var overload: LiveScript {
        var script = LiveScript("overload", isDisrupted: true, .saturated)
        script.hold(9_800..<10_000, .lost, until: 10_000)
        return script
    }

    /// A backlog of 1.5 s that is gone when the window closes.
    private static var backlog: LiveScript {
        var script = LiveScript("backlog", isDisrupted: false, .saturated)
        script.hold(5_000..<6_500, .delivered, until: 6_500)
        return script
    }

    /// Frames that the reader has at the time of frame `end` at the earliest.
    private mutating func hold(_ held: Range<Int>, _ way: Way, until end: Int) {
        for index in held {
            frames[index].way = way
            frames[index].seenAt = UInt64(end) * Self.period + (way == .lost ? 0 : Self.response)
        }
    }

    // MARK: Known beforehand

    /// The response time of each frame.
    var responseTimes: [UInt64] { frames.map { $0.seenAt - $0.due } }

    /// The same without the generator's delay.
    var undelayedTimes: [UInt64] { frames.map { $0.seenAt - $0.due - $0.delay } }

    // MARK: As server and client note it

    /// Between those of two frames there is one for a dump.
    private static func version(_ index: Int) -> UInt64 { UInt64(2 * index + 2) }

    /// The server's ledger, as text.
    ///
    /// - Parameter falsify: Changes a frame's times, or leaves it out.
    func ledger(_ falsify: (Frame) -> Frame?) -> [UInt8] {
        var ledger = FrameLedger(topics: ["topic"])
        for (index, frame) in frames.enumerated() {
            guard let frame = falsify(frame) else { continue }
            ledger.note(topic: 0, version: Self.version(index), records: 1, due: frame.due)
            ledger.handOver(at: frame.due + frame.delay)
        }
        return LedgerText.encode(Array(ledger.frames(of: "topic") ?? ChunkedList()))
    }

    /// What the client's reader notes.
    var sights: [Sight] {
        let sights = frames.enumerated().compactMap { index, frame -> Sight? in
            switch frame.way {
            case .delivered:
                return Sight(.frame, version: Self.version(index), time: frame.seenAt)
            case .droppedByMailbox:
                return Sight(.droppedFrame, version: Self.version(index), time: frame.seenAt)
            case .droppedByServer, .disconnected:
                // The last of them is followed by a dump.
                let isLast = frames[index + 1].way != frame.way
                return isLast
                    ? Sight(.dump, version: Self.version(index) + 1, time: frame.seenAt) : nil
            case .lost: return nil
            }
        }
        return sights.sorted { $0.time < $1.time }
    }
}
