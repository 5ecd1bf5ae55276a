import OddsJSON

/// The odds of a match, as the stream and `/odds` have them.
struct PageOdds: Equatable, Sendable {
    let matchID: Int
    /// In hundredths.
    let teamA: Int
    let teamB: Int
    /// The number of the change, which grows.
    let seq: Int
}

/// A message of `/live`, as far as a page without a screen reads it.
enum PageMessage: Equatable {
    case hello
    case pong
    /// There are other matches.
    case changed
    /// Odds, each with when it was due, in microseconds since 1970.
    case updates([(odds: PageOdds, due: Int64)])

    static func == (one: PageMessage, other: PageMessage) -> Bool {
        switch (one, other) {
        case (.hello, .hello), (.pong, .pong), (.changed, .changed): true
        case (.updates(let one), .updates(let other)): one.elementsEqual(other) { $0 == $1 }
        default: false
        }
    }

    /// - Throws: `PageMessageError` for what is no message.
    init(_ text: UnsafeRawBufferPointer) throws(PageMessageError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONValue(json: text)
        } catch {
            throw PageMessageError("\(error.what) at byte \(error.offset)")
        }
        if case .array(let list) = json["updates"] {
            var updates: [(odds: PageOdds, due: Int64)] = []
            updates.reserveCapacity(list.count)
            for element in list { updates.append(try Self.update(element)) }
            self = .updates(updates)
        } else if json["matchID"] != nil {
            let due = json["at"].flatMap(Self.microseconds)
            guard let due else { throw PageMessageError("an update has no time") }
            self = .updates([(try PageOdds(json), due)])
        } else if json["hello"] != nil {
            self = .hello
        } else if json["pong"] != nil {
            self = .pong
        } else if json["changed"] != nil {
            self = .changed
        } else {
            throw PageMessageError("it is none of the stream's")
        }
    }

    /// `[1001,1.85,2.1,311,1760000000123,…]`.
    private static func update(
        _ json: JSONValue
    ) throws(PageMessageError) -> (odds: PageOdds, due: Int64) {
        guard case .array(let parts) = json, parts.count >= 5, let id = integer(parts[0]),
            let teamA = hundredths(parts[1]), let teamB = hundredths(parts[2]),
            let seq = integer(parts[3]), let due = microseconds(parts[4])
        else { throw PageMessageError("an update has another shape") }
        return (PageOdds(matchID: id, teamA: teamA, teamB: teamB, seq: seq), due)
    }

    fileprivate static func integer(_ json: JSONValue?) -> Int? {
        guard case .number(let text) = json else { return nil }
        return Int(text)
    }

    fileprivate static func hundredths(_ json: JSONValue?) -> Int? {
        guard case .number(let text) = json, let odds = Double(text), (0..<1e9).contains(odds)
        else { return nil }
        return Int((odds * 100).rounded())
    }

    private static func microseconds(_ json: JSONValue) -> Int64? {
        guard case .number(let text) = json, let milliseconds = Double(text),
            (0..<1e15).contains(milliseconds)
        else { return nil }
        return Int64((milliseconds * 1_000).rounded())
    }
}

/// What is wrong with a message.
struct PageMessageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension PageOdds {
    /// A `MatchOdds`.
    init(_ json: JSONValue) throws(PageMessageError) {
        guard let id = PageMessage.integer(json["matchID"]),
            let teamA = PageMessage.hundredths(json["teamAOdds"]),
            let teamB = PageMessage.hundredths(json["teamBOdds"]),
            let seq = PageMessage.integer(json["seq"])
        else { throw PageMessageError("odds have another shape") }
        self.init(matchID: id, teamA: teamA, teamB: teamB, seq: seq)
    }
}
