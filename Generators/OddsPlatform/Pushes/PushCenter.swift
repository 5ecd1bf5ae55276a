import NIOConcurrencyHelpers

/// Hands pushes to the streams that are open for their players, and ends streams whose
/// time has come.
final class PushCenter: Sendable {
    private struct Stream {
        let continuation: AsyncStream<Push>.Continuation
        /// When it was opened, or the last push was sent.
        var used: Int64
        /// When it is closed in any case.
        let end: Int64?
    }

    private struct State {
        var lastNumber = 0
        /// Whether streams end as soon as they begin.
        var hasEnded = false
        var streams: [Int64: [Int: Stream]] = [:]
    }

    /// Pushes that wait for a reader beyond which its stream is closed: it reads the
    /// balance again when it comes back.
    private static let waitingMax = 1_024
    /// How long a stream stays open without a push.
    private static let silenceMilliseconds: Int64 = 30_000

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// The number of open streams.
    var streamCount: Int { state.withLockedValue { $0.streams.values.reduce(0) { $0 + $1.count } } }

    /// The pushes of a player from now on.
    ///
    /// - Parameter end: When the stream ends in any case, in milliseconds since 1970.
    func stream(of player: Int64, now: Int64, end: Int64?) -> AsyncStream<Push> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Push.self, bufferingPolicy: .bufferingOldest(Self.waitingMax))
        let number: Int? = state.withLockedValue { state in
            guard !state.hasEnded else { return nil }
            state.lastNumber += 1
            state.streams[player, default: [:]][state.lastNumber] = Stream(
                continuation: continuation, used: now, end: end)
            return state.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number, of: player) }
        return stream
    }

    private func remove(_ number: Int, of player: Int64) {
        state.withLockedValue { state in
            state.streams[player]?[number] = nil
            if state.streams[player]?.isEmpty == true { state.streams[player] = nil }
        }
    }

    /// Hands pushes to their players' streams, in this order.
    func send(_ pushes: [Push]) {
        for push in pushes {
            let streams: [AsyncStream<Push>.Continuation] = state.withLockedValue { state in
                guard let numbers = state.streams[push.player]?.keys else { return [] }
                return Array(numbers).compactMap { number in
                    state.streams[push.player]?[number]?.used = push.milliseconds
                    return state.streams[push.player]?[number]?.continuation
                }
            }
            for stream in streams {
                if case .dropped = stream.yield(push) { stream.finish() }
            }
        }
    }

    /// Ends the streams whose time has come, and those that have been silent for long.
    ///
    /// - Complexity: O(streams).
    func endStreams(at now: Int64) {
        let ended = state.withLockedValue { state in
            state.streams.values.flatMap { streams in
                streams.values.filter {
                    now - $0.used >= Self.silenceMilliseconds || now >= $0.end ?? .max
                }
            }
        }
        for stream in ended { stream.continuation.finish() }
    }

    /// Ends all streams, and from now on each one that begins: nobody would end it later.
    func endAll() {
        let streams = state.withLockedValue { state in
            state.hasEnded = true
            return state.streams.values.flatMap(\.values)
        }
        for stream in streams { stream.continuation.finish() }
    }
}
