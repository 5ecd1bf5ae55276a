import Foundation
import NIOConcurrencyHelpers

/// Where the pages of lists of bets begin, from one call to the next. Any thread may use it.
final class EveryMatrixBetPages: Sendable {
    /// The bets that a list shows.
    struct Filter: Hashable {
        enum List: Hashable {
            case all, open
            case settled(status: String?)
        }

        let user: String
        let list: List
        let startDate: Date?
        let endDate: Date?
    }

    /// A page that can be read.
    struct Place {
        /// The number of the page.
        let page: Int
        /// The moment before which its bets were placed, as the server writes it.
        let before: String?
        /// Which of the runs through the filter's pages it belongs to.
        fileprivate let run: Int
    }

    private struct Run {
        let number: Int
        /// Where each page begins, those from the first one on that are known.
        var begins: [String?]
        /// Whether there is no page after those.
        var isComplete = false
    }

    private struct State {
        var lastNumber = 0
        var runs: [Filter: Run] = [:]
    }

    /// Filters that are remembered: beyond it, the one that was begun first goes.
    private static let filtersMax = 32

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// Page 0, with which everything begins anew.
    func first(of filter: Filter) -> Place {
        state.withLockedValue { begin(filter, &$0) }
    }

    private func begin(_ filter: Filter, _ state: inout State) -> Place {
        state.lastNumber += 1
        let before = filter.endDate.map(WireTime.text)
        state.runs[filter] = Run(number: state.lastNumber, begins: [before])
        if state.runs.count > Self.filtersMax,
            let oldest = state.runs.min(by: { $0.value.number < $1.value.number })?.key
        {
            state.runs[oldest] = nil
        }
        return Place(page: 0, before: before, run: state.lastNumber)
    }

    /// The page, or the one nearest before it whose beginning is known; `nil` if the page is
    /// past the last one.
    func nearest(to page: Int, of filter: Filter) -> Place? {
        state.withLockedValue { state in
            guard let run = state.runs[filter] else { return begin(filter, &state) }
            if page >= run.begins.count, run.isComplete { return nil }
            let known = min(page, run.begins.count - 1)
            return Place(page: known, before: run.begins[known], run: run.number)
        }
    }

    /// Notes where the page after one begins.
    ///
    /// - Parameter next: `nil` if there is none.
    func note(_ next: String?, after place: Place, of filter: Filter) {
        state.withLockedValue { state in
            // Another call may have taken the page's beginning back meanwhile.
            guard var run = state.runs[filter], run.number == place.run,
                place.page < run.begins.count
            else { return }
            // What was known of later pages may have changed.
            run.begins.removeSubrange((place.page + 1)...)
            run.isComplete = next == nil
            if let next { run.begins.append(next) }
            state.runs[filter] = run
        }
    }

    /// The page after one.
    func next(_ place: Place, before: String) -> Place {
        Place(page: place.page + 1, before: before, run: place.run)
    }
}
