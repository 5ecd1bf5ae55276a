import NIOConcurrencyHelpers

/// The states of something: the current one first, then each change, in order and never
/// the same twice. A slow reader gets the newest.
///
/// It ends with what has the state. Any number of readers may iterate.
public struct StateUpdates<State: Hashable & Sendable>: AsyncSequence, Sendable {
    /// A state.
    public typealias Element = State
    /// The sequence does not fail.
    public typealias Failure = Never

    let source: StateSource<State>

    /// The current state.
    public var latest: State { source.latest }

    /// See `AsyncSequence`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: source.stream().makeAsyncIterator())
    }

    /// A reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<State>.Iterator
        private var last: State?

        init(base: AsyncStream<State>.Iterator) { self.base = base }

        /// Waits for the next state.
        public mutating func next() async -> State? { await next(isolation: #isolation) }

        /// The same, on an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> State? {
            while let state = await base.next(isolation: actor) {
                // What lay between two equal ones was dropped for a slow reader.
                if state == last { continue }
                last = state
                return state
            }
            return nil
        }
    }
}

/// What has a state, and tells it to readers. Any thread may use it.
final class StateSource<State: Hashable & Sendable>: Sendable {
    private struct Readers {
        var latest: State
        var lastNumber = 0
        var continuations: [Int: AsyncStream<State>.Continuation] = [:]
        var isFinished = false
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let readers: NIOLockedValueBox<Readers>

    init(_ first: State) { readers = NIOLockedValueBox(Readers(latest: first)) }

    deinit { finish() }

    var latest: State { readers.withLockedValue { $0.latest } }

    var updates: StateUpdates<State> { StateUpdates(source: self) }

    func send(_ state: State) {
        readers.withLockedValue { readers in
            guard readers.latest != state, !readers.isFinished else { return }
            readers.latest = state
            for continuation in readers.continuations.values { continuation.yield(state) }
        }
    }

    func finish() {
        let ended = readers.withLockedValue { readers in
            readers.isFinished = true
            defer { readers.continuations = [:] }
            return Array(readers.continuations.values)
        }
        for continuation in ended { continuation.finish() }
    }

    fileprivate func stream() -> AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: State.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = readers.withLockedValue { readers in
            continuation.yield(readers.latest)
            guard !readers.isFinished else { return nil }
            readers.lastNumber += 1
            readers.continuations[readers.lastNumber] = continuation
            return readers.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.readers.withLockedValue { $0.continuations[number] = nil }
        }
        return stream
    }
}
