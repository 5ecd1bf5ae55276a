import Foundation

/// A page of a history of transactions. The server counts pages from the newest transaction
/// on: the end of the first page's time is kept, so that new ones do not shift those behind.
struct SportRadarHistoryPage: Hashable, Sendable {
    /// Transactions of a page.
    static let size = 20

    /// From 0 on.
    let number: Int
    /// The moment before which transactions are wanted; `nil` for all.
    let end: Date?

    init(number: Int, end: Date?) {
        self.number = number
        self.end = end
    }

    /// A page of a query.
    ///
    /// - Throws: `invalidRequestFormat` for a cursor that no answer had.
    init(_ query: TransactionsQuery) throws(ServiceProviderError) {
        guard let text = query.page else {
            self.init(number: 0, end: query.endDate)
            return
        }
        guard let found = text.wholeMatch(of: #/([0-9]{1,6})(?:\.(-?[0-9]{1,12}))?/#),
            let number = Int(found.1)
        else { throw .invalidRequestFormat }
        let seconds = found.2.flatMap { Double($0) }
        self.init(number: number, end: seconds.map { Date(timeIntervalSince1970: $0) })
    }

    /// What asks for the page: `2.1790957535`.
    var text: String {
        guard let end else { return "\(number)" }
        return "\(number).\(Int64(end.timeIntervalSince1970.rounded(.up)))"
    }

    /// The page behind it.
    ///
    /// - Parameter newest: The time of the page's first transaction.
    func next(newest: Date?) -> Self {
        // The server has whole seconds, and its end is exclusive.
        let first = number == 0 ? newest.map { $0.addingTimeInterval(1) } : nil
        return Self(number: number + 1, end: end ?? first)
    }

    /// The page before it; `nil` if it is the first one.
    var previous: Self? { number > 0 ? Self(number: number - 1, end: end) : nil }
}
