import OddsJSON

/// What a page without a screen knows: the matches, and the newest odds of each.
struct PageTable: Equatable {
    private var matches: Set<Int> = []
    private var odds: [Int: PageOdds] = [:]
    private(set) var received = 0

    /// Takes odds of the stream; those that are not newer change nothing.
    mutating func receive(_ updates: [(odds: PageOdds, due: Int64)]) {
        received += updates.count
        for update in updates { take(update.odds) }
    }

    private mutating func take(_ new: PageOdds) {
        if let known = odds[new.matchID], known.seq >= new.seq { return }
        odds[new.matchID] = new
    }

    /// Takes the answers of `/matches` and `/odds`.
    ///
    /// - Throws: `PageMessageError` if they have another shape.
    mutating func load(matches: [UInt8], odds: [UInt8]) throws(PageMessageError) {
        var ids: Set<Int> = []
        for match in try Self.elements(of: matches) {
            guard case .number(let text) = match["matchID"], let id = Int(text) else {
                throw PageMessageError("a match has no id")
            }
            ids.insert(id)
        }
        for element in try Self.elements(of: odds) { take(try PageOdds(element)) }
        self.matches = ids
        self.odds = self.odds.filter { ids.contains($0.key) }
    }

    private static func elements(of json: [UInt8]) throws(PageMessageError) -> [JSONValue] {
        let value = json.withUnsafeBytes { bytes in try? JSONValue(json: bytes) }
        guard case .array(let elements) = value else { throw PageMessageError("it is no list") }
        return elements
    }

    /// That of the server's odds, if both have the same.
    ///
    /// - Complexity: O(n log n) in the matches.
    var digest: String {
        let rows = matches.compactMap { odds[$0] }.map { odds in
            GameRow(
                matchID: odds.matchID, teamA: Self.text(odds.teamA), teamB: Self.text(odds.teamB))
        }
        return GameRow.digest(rows)
    }

    private static func text(_ hundredths: Int) -> String {
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
