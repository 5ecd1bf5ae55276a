extension Metric.Unit {
    /// Parses a value of this unit, as `text` writes it and as options do. A bare number
    /// is no time and no size, except 0, and above 1 no share.
    ///
    /// - Returns: Nanoseconds, bytes, a share from 0 to 1, or the number.
    func value(_ text: String) -> Double? {
        if text == "0" { return 0 }
        return switch self {
        case .nanoseconds: DurationText.withUnits(text)
        case .bytes: SizeText.bytes(text)
        case .share:
            text.last == "%"
                ? PercentText.share(text) : CountText.decimal(text).flatMap { $0 <= 1 ? $0 : nil }
        case .rate: CountText.decimal(text.hasSuffix("/s") ? String(text.dropLast(2)) : text)
        case .count, .number: CountText.decimal(text)
        }
    }

    /// What somebody who wrote a number alone may have meant; empty if that would be
    /// a value.
    func units(of number: String) -> [String] {
        switch self {
        case .nanoseconds: ["ms", "us", "s"].map { number + $0 }
        case .bytes: ["MiB", "kB"].map { number + $0 }
        case .share: [number + "%"]
        case .rate, .count, .number: []
        }
    }

    /// What `value` parses, for messages.
    var forms: String {
        switch self {
        case .nanoseconds: DurationText.forms
        case .bytes: SizeText.forms
        case .share: PercentText.forms + ", or a number from 0 to 1"
        case .rate: "a rate such as 10000, 10k or 10k/s"
        case .count, .number: "a number such as 10000, 10k or 1e6"
        }
    }
}
