import AsyncAlgorithms

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Delivers at most one element per interval, and the newest one in the
    /// end: it pauses after each element. For streams that keep the newest
    /// element while nobody reads, as all streams of this library do.
    ///
    /// The throttle of swift-async-algorithms is underscored, and holds the
    /// last element back until another one comes: a price that stops moving
    /// would never be shown.
    public func throttled<C: Clock>(
        every interval: Duration, clock: C = ContinuousClock()
    ) -> ThrottledUpdates<Self, C> where C.Duration == Duration {
        ThrottledUpdates(base: self, interval: interval, clock: clock)
    }

    /// Delivers an element once no other has come for an interval. A value that
    /// never rests is never delivered; use `throttled` for prices.
    public func debounced<C: Clock>(
        for interval: Duration, clock: C = ContinuousClock()
    ) -> some AsyncSequence<Element, Never> & Sendable where C.Duration == Duration {
        debounce(for: interval, clock: clock)
    }
}

/// The result of `throttled(every:clock:)`.
public struct ThrottledUpdates<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Failure == Never, C.Duration == Duration {
    /// The base's elements.
    public typealias Element = Base.Element
    /// The sequence does not fail.
    public typealias Failure = Never

    let base: Base
    let interval: Duration
    let clock: C

    /// See `AsyncSequence`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), interval: interval, clock: clock)
    }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        let interval: Duration
        let clock: C
        private var isFirst = true

        init(base: Base.AsyncIterator, interval: Duration, clock: C) {
            self.base = base
            self.interval = interval
            self.clock = clock
        }

        /// Pauses, and waits for the next element; `nil` at the base's end.
        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        /// The same, on an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if !isFirst { try? await clock.sleep(for: interval) }
            isFirst = false
            return await base.next(isolation: actor)
        }
    }
}
