/// The requests of a page.
enum RequestKind: String, CaseIterable, Sendable {
    case matches, odds, seed, reset, live
}

/// What a page has asked for and been sent, for the control interface.
struct WorldLog: Sendable {
    /// An update as it was sent.
    struct Update: Sendable {
        let change: OddsChange
        let sent: GameTime
    }

    /// The end of a socket.
    struct Close: Sendable {
        /// As in RFC 6455, §7.4; 1005 for a close frame without a code, 1006 for none.
        let code: Int
        let time: GameTime
    }

    /// A request that has come.
    struct Request: Sendable {
        let kind: RequestKind
        let time: GameTime
    }

    /// How many updates are kept of worlds that control has asked for.
    static let updatesMax = 10_000
    /// And of the others: a thousand worlds must fit into memory.
    static let uncontrolledUpdatesMax = 1_000
    private static let requestsMax = 1_000
    private static let closesMax = 1_000

    private(set) var requestCounts: [RequestKind: Int] = [:]
    private(set) var requests = Ring<Request>(countMax: requestsMax)
    private(set) var closes = Ring<Close>(countMax: closesMax)
    private(set) var updates = Ring<Update>(countMax: uncontrolledUpdatesMax)
    /// The number of times that the stream began again, as it was too late.
    var restarts = 0
    /// The number of updates sent.
    private(set) var updateCount = 0
    /// From when each of them was due until it was sent.
    private(set) var lateness = MicrosecondCounts()

    mutating func note(_ kind: RequestKind, at time: GameTime) {
        requestCounts[kind, default: 0] += 1
        requests.append(Request(kind: kind, time: time))
    }

    mutating func noteClose(code: Int, at time: GameTime) {
        closes.append(Close(code: code, time: time))
    }

    mutating func note(_ update: Update) {
        updateCount += 1
        lateness.record(update.sent - update.change.due)
        updates.append(update)
    }

    /// Keeps as many updates from now on as control shows.
    mutating func keepMore() { updates.grow(to: Self.updatesMax) }
}
