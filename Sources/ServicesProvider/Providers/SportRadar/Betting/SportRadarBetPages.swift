import Foundation
import NIOConcurrencyHelpers

/// Where the pages of lists of bets begin. The server counts pages from the newest bet on:
/// the moment behind the first page's newest bet is kept, so that bets that are placed
/// meanwhile do not shift the pages behind. Any thread may use it.
final class SportRadarBetPages: Sendable {
    /// The bets that a list shows.
    struct Filter: Hashable {
        enum List: Hashable {
            case all, open, resolved, won, cashedOut
        }

        let user: String
        let list: List
        let startDate: Date?
        let endDate: Date?
    }

    private struct State {
        var ends: [Filter: Date] = [:]
        /// In the order in which they were noted.
        var filters: [Filter] = []
    }

    /// Filters that are remembered: beyond it, the one that was noted first goes.
    private static let filtersMax = 32

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// The moment before which the bets of a page were placed; `nil` for now.
    func end(ofPage page: Int, of filter: Filter) -> Date? {
        guard page > 0 else { return filter.endDate }
        return state.withLockedValue { $0.ends[filter] } ?? filter.endDate
    }

    /// Notes the newest bet of a filter's first page.
    func note(newest: Bet, of filter: Filter) {
        state.withLockedValue { state in
            state.filters.removeAll { $0 == filter }
            state.filters.append(filter)
            // The end is exclusive, and the server has milliseconds.
            state.ends[filter] = newest.placedDate.addingTimeInterval(0.001)
            if state.filters.count > Self.filtersMax {
                state.ends[state.filters.removeFirst()] = nil
            }
        }
    }
}
