import Foundation

/// Formats figures for tables and messages: three significant digits and a
/// suitable unit.
package enum FigureFormat {
    /// The text of a missing figure.
    package static let missing = "n/a"

    /// `850 ns`, `12.3 µs`, `4.56 ms`, `7.89 s`.
    package static func duration(nanoseconds: Double) -> String {
        scaled(nanoseconds, units: ["ns", "µs", "ms", "s"], step: 1000)
    }

    /// A duration with its confidence interval, in the unit of the duration:
    /// `12.3 µs [12.1, 12.6]`.
    package static func duration(
        nanoseconds: Double, interval: ClosedRange<UInt64>
    ) -> String {
        let text = duration(nanoseconds: nanoseconds)
        let scale = scale(ofDuration: text)
        let low = number(Double(interval.lowerBound) / scale)
        return "\(text) [\(low), \(number(Double(interval.upperBound) / scale))]"
    }

    /// A duration and how far it may be off, with as many decimals: `1.84 ms ± 0.06`; without
    /// it if it is exact.
    package static func duration(
        nanoseconds: Double, uncertainty: UInt64
    ) -> String {
        let text = duration(nanoseconds: nanoseconds)
        guard uncertainty > 0 else { return text }
        let decimals = text.prefix { $0 != " " }.split(separator: ".").dropFirst().first?.count ?? 0
        let value = Double(uncertainty) / scale(ofDuration: text)
        // Never as if it were nothing.
        let least = pow(10, -Double(decimals))
        return "\(text) ± " + String(format: "%.\(decimals)f", max(value, least))
    }

    private static func scale(ofDuration text: String) -> Double {
        let scales = ["µs": 1e3, "ms": 1e6, "s": 1e9]
        return text.split(separator: " ").last.flatMap { scales[String($0)] } ?? 1
    }

    /// `512 B`, `1.50 MiB`.
    package static func bytes(_ bytes: Double) -> String {
        scaled(bytes, units: ["B", "KiB", "MiB", "GiB", "TiB"], step: 1024)
    }

    /// A whole number with thousands separators: `10,000`.
    package static func count(_ number: Double) -> String {
        let digits = String(format: "%.0f", number)
        var text = ""
        for (position, digit) in digits.enumerated() {
            let rest = digits.count - position
            if rest % 3 == 0, position > 0, digits.first != "-" || position > 1 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Three significant digits: `0.0123`, `1.23`, `12.3`, `1,235`.
    package static func number(_ number: Double) -> String {
        guard number != 0 else { return "0" }
        guard abs(number) < 999.5 else { return count(number) }
        let decimals = min(max(2 - exponent(of: number), 0), 6)
        // A number that rounds up to a power of ten needs one decimal less.
        let scale = pow(10, Double(decimals))
        let rounded = (number * scale).rounded() / scale
        let decimalsLeft = min(max(2 - exponent(of: rounded), 0), decimals)
        return String(format: "%.\(decimalsLeft)f", rounded)
    }

    private static func exponent(of number: Double) -> Int {
        number == 0 ? 0 : Int(floor(log10(abs(number))))
    }

    /// A ratio as a factor: `×0.0353`, `×1.02` or `×12.3`.
    package static func ratio(_ ratio: Double) -> String { "×" + number(ratio) }

    /// A share in percent: `0.05` is `5.00%`.
    package static func percent(_ share: Double) -> String { number(share * 100) + "%" }

    /// A change in percent: `0.05` is `+5.00%`.
    package static func change(_ share: Double) -> String {
        // Less than would be seen is nothing.
        abs(share) < 0.00005 ? "0%" : (share > 0 ? "+" : "−") + percent(abs(share))
    }

    /// `1 run`, `1,200 runs`.
    package static func counted(_ number: Int, _ noun: String) -> String {
        "\(count(Double(number))) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `±3%`.
    package static func spread(_ share: Double) -> String {
        "±" + String(format: share < 0.1 ? "%.1f%%" : "%.0f%%", share * 100)
    }

    private static func scaled(_ value: Double, units: [String], step: Double) -> String {
        var value = value
        var unit = 0
        // Otherwise 999.6 would be written as 1000.
        while abs(value) >= step - 0.5, unit + 1 < units.count {
            value /= step
            unit += 1
        }
        return "\(unit == 0 ? count(value) : number(value)) \(units[unit])"
    }
}
