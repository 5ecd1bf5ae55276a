import NIOConcurrencyHelpers
import OddsTraffic

/// News of a world that wait for the platform. What waits is joined, so that a reader who waits
/// for the disk falls no further behind.
package final class WorldNewsQueue: Sendable {
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let waiting = NIOLockedValueBox<[WorldNews]>([])
    /// Tells that there are news.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// A queue without news.
    package init() {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Appends news.
    package func put(_ news: WorldNews) {
        waiting.withLockedValue { waiting in
            switch (waiting.last, news) {
            case (.settled(let earlier), .settled(let later)):
                waiting[waiting.count - 1] = .settled(earlier + later)
            case (.reached, .reached): waiting[waiting.count - 1] = news
            default: waiting.append(news)
            }
        }
        signal.yield()
    }

    /// Takes all that wait, in order.
    func takeAll() -> [WorldNews] {
        waiting.withLockedValue { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
