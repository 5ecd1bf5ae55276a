import AsyncAlgorithms

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// At most one element in each interval, and always the newest in the end:
    /// after each element it pauses. For streams that keep the newest while
    /// nobody reads, as all of this library do.
    ///
    /// swift-async-algorithms has a throttle, which is underscored, and keeps
    /// the last element back until another one comes: a price that stops
    /// moving would never be shown.
    public func throttled<C: Clock>(
        every interval: Duration, clock: C = ContinuousClock()
    ) -> ThrottledUpdates<Self, C> where C.Duration == Duration {
        ThrottledUpdates(base: self, interval: interval, clock: clock)
    }

    /// An element once no other has come for an interval. What changes all the
    /// time is never delivered; prices want `throttled`.
    public func debounced<C: Clock>(
        for interval: Duration, clock: C = ContinuousClock()
    ) -> some AsyncSequence<Element, Never> & Sendable where C.Duration == Duration {
        debounce(for: interval, clock: clock)
    }
}

/// See `throttled(every:clock:)`.
public struct ThrottledUpdates<Base: AsyncSequence & Sendable, C: Clock>: AsyncSequence, Sendable
where Base.Failure == Never, C.Duration == Duration {
    public typealias Element = Base.Element
    public typealias Failure = Never

    let base: Base
    let interval: Duration
    let clock: C

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), interval: interval, clock: clock)
    }

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

        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if !isFirst { try? await clock.sleep(for: interval) }
            isFirst = false
            return await base.next(isolation: actor)
        }
    }
}
