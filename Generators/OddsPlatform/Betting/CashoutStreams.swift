import NIOConcurrencyHelpers

/// The open streams of cashout values.
final class CashoutStreams: Sendable {
    /// A stream to which something may be sent now.
    struct Due {
        let number: Int
        let bet: Int64
        let session: String
        fileprivate let continuation: AsyncStream<CashoutMessage>.Continuation
    }

    private struct Stream {
        let bet: Int64
        let session: String
        let continuation: AsyncStream<CashoutMessage>.Continuation
        /// When it is closed in any case, in milliseconds since 1970.
        let end: Int64
        /// When something was sent last.
        var used: Int64
        /// When a value was sent last.
        var valued: Int64 = .min
        /// When its value was looked at last.
        var looked: Int64 = .min
        var last: CashoutMessage.Value
    }

    private struct State {
        var lastNumber = 0
        /// Whether streams end as soon as they begin.
        var hasEnded = false
        var streams: [Int: Stream] = [:]
    }

    /// The least time between two values of a stream.
    private static let pauseMilliseconds: Int64 = 1_000
    /// How often it is looked at whether a value has changed.
    private static let lookMilliseconds: Int64 = 250
    private static let keepAliveMilliseconds: Int64 = 15_000
    /// Messages that wait for a reader beyond which its stream is closed.
    private static let waitingMax = 64

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// The number of open streams.
    var count: Int { state.withLockedValue { $0.streams.count } }

    /// A stream of a bet's values, which begins with its rule.
    ///
    /// - Parameter first: Sent before the first value.
    func stream(
        _ first: CashoutMessage.Value, session: String, now: Int64, end: Int64?
    ) -> AsyncStream<CashoutMessage> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CashoutMessage.self, bufferingPolicy: .bufferingOldest(Self.waitingMax))
        continuation.yield(.rule(bet: first.bet))
        continuation.yield(.value(first))
        let number: Int? = state.withLockedValue { state in
            guard !state.hasEnded else { return nil }
            state.lastNumber += 1
            state.streams[state.lastNumber] = Stream(
                bet: first.bet, session: session, continuation: continuation, end: end ?? .max,
                used: now, last: first)
            return state.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLockedValue { $0.streams[number] = nil }
        }
        return stream
    }

    /// The streams to which a value may be sent now; ends those whose time has come.
    func due(at now: Int64) -> [Due] {
        let (due, over) = state.withLockedValue { state in
            let over = state.streams.values.filter { $0.end <= now }.map(\.continuation)
            let due = state.streams.filter {
                $0.value.end > now && $0.value.valued <= now - Self.pauseMilliseconds
                    && $0.value.looked <= now - Self.lookMilliseconds
            }
            for number in due.keys { state.streams[number]?.looked = now }
            return (
                due.map {
                    Due(
                        number: $0, bet: $1.bet, session: $1.session,
                        continuation: $1.continuation)
                }, over
            )
        }
        for continuation in over { continuation.finish() }
        return due
    }

    /// Sends a value, unless it is the last one again or comes too soon after it.
    func send(_ value: CashoutMessage.Value, to due: Due, at now: Int64) {
        let message: CashoutMessage? = state.withLockedValue { state in
            guard var stream = state.streams[due.number] else { return nil }
            defer { state.streams[due.number] = stream }
            if value != stream.last, stream.valued <= now - Self.pauseMilliseconds {
                (stream.last, stream.valued, stream.used) = (value, now, now)
                return .value(value)
            }
            guard stream.used <= now - Self.keepAliveMilliseconds else { return nil }
            stream.used = now
            return .keepAlive
        }
        guard let message else { return }
        if case .dropped = due.continuation.yield(message) { due.continuation.finish() }
    }

    /// Ends a stream.
    func end(_ due: Due) { due.continuation.finish() }

    /// Ends all streams, and from now on each one that begins.
    func endAll() {
        let streams = state.withLockedValue { state in
            state.hasEnded = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.continuation.finish() }
    }
}
