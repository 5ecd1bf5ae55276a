import OddsJSON
import OddsTraffic

// The ids of the second provider: the platform's own numbers with `.1` behind.
extension SportRadarID {
    /// The id of a number.
    static func text(_ number: Int64) -> String { text(of: UInt64(number)) }

    /// The same as a number of JSON, whose text is the id.
    static func json(_ number: Int64) -> JSONValue { .number(text(number)) }

    /// The number of an id; `nil` for any other text, also for one of equal value.
    static func number(_ text: some StringProtocol) -> Int64? {
        number(of: text).flatMap { Int64(exactly: $0) }
    }
}
