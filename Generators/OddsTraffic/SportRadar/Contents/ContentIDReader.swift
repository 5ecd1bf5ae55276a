/// Reads the id of a content: parts between slashes.
struct ContentIDReader {
    private let name: ContentName
    private var parts: ArraySlice<Substring>

    init(_ name: ContentName) {
        self.name = name
        let parts = name.id.split(separator: "/", omittingEmptySubsequences: false)
        self.parts = name.id.isEmpty ? [] : parts[...]
    }

    private func error(_ reason: String) -> ContentError { .notFound(name, reason: reason) }

    private mutating func part(_ what: String) throws(ContentError) -> Substring {
        guard let part = parts.popFirst() else { throw error("its id has no \(what)") }
        return part
    }

    func end() throws(ContentError) {
        guard let part = parts.first else { return }
        throw error("\"\(part)\" follows its id")
    }

    mutating func sport() throws(ContentError) -> Int {
        let code = try part("sport")
        let sport = Vocabulary.sports.firstIndex { "\($0.code)" == code }
        guard let sport else { throw error("there is no sport \"\(code)\"") }
        return sport
    }

    mutating func number(
        _ what: String, in range: ClosedRange<Int>
    ) throws(ContentError) -> Int {
        let text = try part(what)
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text),
            range.contains(number)
        else {
            throw error(
                "the \(what) is \"\(text)\": it must be a number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }

    /// Milliseconds since 1970.
    mutating func date(_ what: String) throws(ContentError) -> Int64 {
        let text = try part(what)
        guard let date = ContentDate.milliseconds(of: text) else {
            throw error("the \(what) is \"\(text)\": it must be a date, as yyyyMMddHHmm")
        }
        return date
    }

    /// Whether the order is that of popularity.
    mutating func sort() throws(ContentError) -> Bool {
        let text = try part("sort")
        switch text {
        case "T": return false
        case "P": return true
        default: throw error("the sort is \"\(text)\": it must be T or P")
        }
    }

    /// An id of the world: EM's with `.1` behind.
    mutating func id(_ what: String) throws(ContentError) -> UInt64 {
        let text = try part("\(what)'s id")
        guard let id = SportRadarID.number(of: text) else {
            throw error("there is no \(what) \"\(text)\"")
        }
        return id
    }

    /// The league of an event group.
    mutating func group() throws(ContentError) -> Int {
        let id = try id("event group")
        guard let league = Vocabulary.league(ofTournament: id) else {
            throw error("there is no event group \"\(name.id)\"")
        }
        return league
    }

    /// Any front end has the same nodes.
    mutating func frontEnd() throws(ContentError) {
        let text = try part("front end")
        let isName = text.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F || $0 == 0x2D
        }
        guard isName, !text.isEmpty else {
            throw error(
                "the front end is \"\(text)\": it must be of letters, digits, _ and -")
        }
    }

    mutating func node() throws(ContentError) -> ContentScope {
        let text = try part("node")
        if text == "top" { return .topNodes }
        let id = SportRadarID.number(of: text)
        let sport = Vocabulary.sports.indices.first { NavigationNode.id(ofSport: $0) == id }
        if let sport { return .nodes(sport: sport) }
        let isLeague = Vocabulary.leagues.indices.contains {
            NavigationNode.id(ofLeague: $0) == id
        }
        guard isLeague else { throw error("there is no node \"\(text)\"") }
        return .noNodes
    }

    /// The query may have slashes.
    mutating func search() throws(ContentError) -> EventSearch {
        guard parts.count >= 3 else { throw error("its id must be {query}/{limit}/{page}") }
        let text = parts.dropLast(2).joined(separator: "/")
        guard WorldQuery.textBytesRange.contains(text.utf8.count) else {
            let range = WorldQuery.textBytesRange
            throw error("the query must have \(range.lowerBound) to \(range.upperBound) bytes")
        }
        parts = parts.suffix(2)
        let limit = try number("limit", in: 1...WorldQuery.resultsMax)
        return EventSearch(
            text: text, limit: limit, page: try number("page", in: 0...1_000_000))
    }
}

/// The nodes of the navigation: one for each sport, and below it one for each league.
enum NavigationNode {
    static func id(ofSport sport: Int) -> UInt64 { 11 + UInt64(sport) }
    static func id(ofLeague league: Int) -> UInt64 { 101 + UInt64(league) }
}
