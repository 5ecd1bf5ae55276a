// The kinds of values, each `nil` if a value is of another kind.

/// A time of a match: minutes and seconds.
struct SportRadarClock {
    let minutes: Int
    let seconds: Int
}

/// Who serves.
enum SportRadarServer {
    case home, away, nobody
}

extension JSONValue {
    /// An id (SR-V1).
    var identifier: UTF8Text? {
        if let number { return number.hasExponent ? nil : number.text }
        guard let string, !string.isEmpty else { return nil }
        return string
    }

    /// An integer as EM-P3 has it (SR-V2).
    var integer: Int64? { number?.wholeValue }

    /// A number as EM-P4 has it.
    var double: Double? { number?.double }

    /// A part of a price (SR-V3).
    var pricePart: Int? {
        guard let text = number?.text ?? string else { return nil }
        return Int(digits: text.bytes, 1...15)
    }

    /// The part of a price that is divided by (SR-V3).
    var lowerPricePart: Int? { pricePart.flatMap { $0 == 0 ? nil : $0 } }

    /// A time in milliseconds since 1970 (SR-V5).
    var milliseconds: Int64? { string.flatMap { SportRadarTime.milliseconds($0.bytes) } }

    /// A clock (SR-V6).
    var clock: SportRadarClock? {
        guard let string else { return nil }
        let parts = string.bytes.split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count <= 2, var seconds = Self.seconds(parts[0]) else { return nil }
        if parts.count == 2 {
            guard parts[1].first == UInt8(ascii: "+"),
                let added = Self.seconds(parts[1].dropFirst())
            else { return nil }
            seconds += added
        }
        return SportRadarClock(minutes: seconds / 60, seconds: seconds % 60)
    }

    /// The seconds of `M:SS`.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let minutes = Int(digits: parts[0], 1...9),
            let seconds = Int(digits: parts[1], 2...2), seconds < 60
        else { return nil }
        return minutes * 60 + seconds
    }

    /// One side of a score (SR-V7).
    var side: Double? {
        double ?? string.flatMap { Int(digits: $0.bytes, 1...15) }.map { Double($0) }
    }

    /// Who serves (SR-V9).
    var server: SportRadarServer? {
        switch number?.wholeValue.map({ UTF8Text("\($0)") }) ?? string {
        case "0": .nobody
        case "1": .home
        case "2": .away
        default: nil
        }
    }

    /// A count (SR-V10).
    var count: Int64? {
        integer ?? string.flatMap { Int(digits: $0.bytes, 1...15) }.map { Int64($0) }
    }

    /// A line (SR-E3), which may be the text of a number.
    var line: Double? {
        guard let string else { return double }
        // Only a number's text is one; white space around it belongs to none.
        guard let read = try? JSONReader.read(string.bytes, depthMax: 0),
            read.source.count == string.bytes.count
        else { return nil }
        return read.double
    }
}

extension ReferenceNumber {
    var hasExponent: Bool {
        text.bytes.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    }
}

extension Int {
    /// The value of a text of digits; `nil` if it is no such text, or if it has
    /// more or fewer of them than `count`, which is at most 18.
    init?(digits text: some Collection<UInt8>, _ count: ClosedRange<Int>) {
        guard count.contains(text.count), text.allSatisfy(isDigit) else { return nil }
        self = text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
