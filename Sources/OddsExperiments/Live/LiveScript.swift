import OddsResults

/// A run over sockets as it might have been, with known response times: a
/// frame each millisecond, for ten seconds of a virtual clock.
struct LiveScript {
    /// How a frame reached the reader.
    enum Way: Equatable {
        /// At once, with its own changes.
        case delivered
        /// It was in the reader's mailbox while the reader did something else.
        case waiting
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
        script.hold(1_000..<1_400, .waiting, until: 1_400)
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

    // MARK: What the client receives

    /// Between the versions of two frames there is one for a dump.
    static func version(_ index: Int) -> UInt64 { UInt64(2 * index + 2) }

    /// What arrives at a moment, and as which version.
    struct Arrival {
        var time: UInt64
        var version: UInt64
        var isDump: Bool
    }

    /// What arrives at the client, in order.
    var arrivals: [Arrival] {
        let arrivals = frames.enumerated().compactMap { index, frame -> Arrival? in
            let version = Self.version(index)
            switch frame.way {
            case .delivered: return Arrival(time: frame.seenAt, version: version, isDump: false)
            case .waiting:
                return Arrival(time: frame.due + Self.response, version: version, isDump: false)
            case .droppedByServer, .disconnected:
                // The last of them is followed by a dump.
                let isLast = frames[index + 1].way != frame.way
                return isLast
                    ? Arrival(time: frame.seenAt, version: version + 1, isDump: true) : nil
            case .lost: return nil
            }
        }
        return arrivals.sorted { ($0.time, $0.version) < ($1.time, $1.version) }
    }

    /// When the reader takes what there is, in order.
    var readings: [UInt64] {
        Set(frames.filter { $0.way != .lost }.map(\.seenAt)).sorted()
    }
}
