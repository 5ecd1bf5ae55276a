import Foundation

/// A time of a HAR file, in milliseconds since 1970. Chromium writes seconds; other programs
/// write other units, which times of this age tell apart by their size, or dates as HAR has
/// them elsewhere.
enum HARTime {
    /// The time that a JSON value stands for; `nil` for none.
    ///
    /// - Parameter value: A number, or the text of one or of a date, without quotes.
    static func milliseconds(_ value: String) -> Int64? {
        guard let number = Double(value) else { return milliseconds(date: value) }
        switch number {
        case 0..<1e11: return Int64((number * 1_000).rounded())
        case 1e11..<1e14: return Int64(number.rounded())
        case 1e14..<1e17: return Int64((number / 1e3).rounded())
        case 1e17..<1e20: return Int64((number / 1e6).rounded())
        default: return nil
        }
    }

    private static func milliseconds(date text: String) -> Int64? {
        let date = [true, false].lazy.compactMap {
            try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: $0))
        }.first
        return date.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
    }
}
