import GRDB
import OddsBetting
import OddsJSON

/// Which payments, or which moves of bets, a page of the history shows.
package struct HistoryQuery: Sendable {
    /// The first moment, in milliseconds since 1970.
    package var start: Int64?
    /// The moment before which payments are shown; now if it is absent.
    package var end: Int64?
    /// The newest payment that is shown, which keeps pages as they are while new ones are
    /// made; the newest of all if it is absent.
    private(set) var newest: Int64?
    /// The page, from 1.
    package var page: Int64 = 1
    private(set) var kinds = PaymentKind.allCases
    private(set) var states = PaymentStatus.allCases

    /// The first page of all payments.
    package init() {}

    /// Sets the page by a cursor: `2`, or as answers have it with end and newest payment,
    /// `2@1790957535648@45`.
    ///
    /// - Throws: 400 for other texts.
    package mutating func setCursor(_ text: String) throws(Refusal) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, [1, 3].contains(numbers.count),
            (1...1_000_000).contains(numbers[0])
        else { throw .badShape("page: expected a number from 1, or a cursor of the answer") }
        page = numbers[0]
        guard numbers.count == 3 else { return }
        (end, newest) = (numbers[1], numbers[2])
    }

    /// Sets which types of payments are shown: `0`, `1` or both, with a comma.
    ///
    /// - Throws: 400 for other texts.
    package mutating func setTypes(_ text: String) throws(Refusal) {
        kinds = try Self.list(text, "types: expected 0, 1 or 0,1") { name in
            PaymentKind.allCases.first { "\($0.number)" == name }
        }
    }

    /// Sets which statuses of payments are shown: names with commas, without regard to case.
    ///
    /// - Throws: 400 for other texts.
    package mutating func setStates(_ text: String) throws(Refusal) {
        let names = PaymentStatus.allCases.map(\.rawValue).joined(separator: ", ")
        states = try Self.list(text, "states: expected some of \(names)") { name in
            PaymentStatus.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
        }
    }

    /// The cursors of the pages beside it.
    func pagination(end: Int64, newest: Int64, hasNext: Bool) -> JSONValue {
        let cursor = { (page: Int64) -> JSONValue in "\(page)@\(end)@\(newest)" }
        return [
            "next": hasNext ? cursor(page + 1) : .null,
            "previous": page > 1 ? cursor(page - 1) : .null,
        ]
    }

    private static func list<Element>(
        _ text: String, _ what: String, _ element: (Substring) -> Element?
    ) throws(Refusal) -> [Element] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let elements = parts.compactMap(element)
        guard elements.count == parts.count else { throw .badShape(what) }
        return elements
    }
}

// The history of payments.
extension Transaction {
    private static let pageCount: Int64 = 20

    /// A page of a player's payments, the newest first.
    func payments(of player: Player, _ query: HistoryQuery) throws -> JSONValue {
        let end = query.end ?? now + 1
        let newest =
            try query.newest
            ?? number("SELECT IFNULL(MAX(id), 0) FROM payment WHERE player = ?", [player.id])
        let kinds = PaymentKind.allCases.filter(query.kinds.contains)
        let states = PaymentStatus.allCases.filter(query.states.contains)
        let rows = try rows(
            """
            SELECT id, created, completed, status, type, amount FROM payment
            WHERE player = ? AND created >= ? AND created < ? AND id <= ?
                AND type IN (?, ?) AND status IN (?, ?, ?, ?)
            ORDER BY created DESC, id DESC LIMIT ? OFFSET ?
            """,
            [player.id, query.start ?? 0, end, newest]
                + StatementArguments(padded(kinds.map(\.rawValue), to: 2))
                + StatementArguments(padded(states.map(\.rawValue), to: 4))
                + [Self.pageCount + 1, (query.page - 1) * Self.pageCount])
        return [
            "pagination": query.pagination(
                end: end, newest: newest, hasNext: rows.count > Self.pageCount),
            "transactions": .array(
                rows.prefix(Int(Self.pageCount)).map { entry($0, player.currency) }),
        ]
    }

    /// Fills a list up with text that no column has, so that one statement fits all.
    private func padded(_ texts: [String], to count: Int) -> [String] {
        texts + Array(repeating: "", count: count - texts.count)
    }

    private func entry(_ row: Row, _ currency: Currency) -> JSONValue {
        let kind = PaymentKind(rawValue: row[4])
        return [
            "transId": .number(row[0] as Int64),
            "created": .string(WireDate.text(row[1])),
            "completed": .text((row[2] as Int64?).map(WireDate.text)),
            "status": .string(row[3]), "type": .number(kind?.number ?? 0),
            "currency": .string(currency.code),
            "realAmount": Money(minorUnits: row[5]).json,
        ]
    }
}
