import NIOConcurrencyHelpers
import OddsClient

/// Lists of a feed that somebody reads, whose further pages can be asked for by what the
/// lists are of. Any thread may use it.
final class FeedLists<List: Hashable & Sendable>: Sendable {
    /// A list that somebody reads.
    private struct OpenList {
        weak var content: FeedContent<[EventsGroup]>?
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let lists = NIOLockedValueBox<[List: [OpenList]]>([:])

    /// Notes a list that is open as long as somebody retains its content.
    func note(_ content: FeedContent<[EventsGroup]>, of list: List) {
        lists.withLockedValue { lists in
            for key in lists.keys {
                lists[key]?.removeAll { $0.content == nil }
                if lists[key]?.isEmpty == true { lists[key] = nil }
            }
            lists[list, default: []].append(OpenList(content: content))
        }
    }

    /// Adds a page to all that read a list.
    ///
    /// - Returns: Whether there is more to show than before.
    /// - Throws: `subscriptionNotFound` if nobody reads it.
    func showMore(of list: List) async throws(ServiceProviderError) -> Bool {
        let contents = lists.withLockedValue { $0[list, default: []].compactMap(\.content) }
        guard !contents.isEmpty else { throw .subscriptionNotFound }
        var isMore = false
        for content in contents {
            if try await content.showMore() { isMore = true }
        }
        return isMore
    }
}
