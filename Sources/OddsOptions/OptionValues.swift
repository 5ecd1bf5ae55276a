import ArgumentParser
import OddsHarness

/// A duration as options take it; see `DurationText`.
struct DurationOption: ExpressibleByArgument, Equatable {
    let nanoseconds: UInt64

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    init(seconds: UInt64) { nanoseconds = seconds * 1_000_000_000 }

    init?(argument: String) {
        guard let text = DurationText(argument) else { return nil }
        nanoseconds = text.nanoseconds
    }

    var defaultValueDescription: String { DurationText.text(nanoseconds: nanoseconds) }

    /// Throws unless a run of this duration has at least one interval of this
    /// one and at most ten thousand.
    func validateInterval(of duration: DurationOption) throws {
        let shortest = (duration.nanoseconds + 9_999) / 10_000
        guard (max(shortest, 1)...duration.nanoseconds).contains(nanoseconds) else {
            throw ValidationError(
                """
                --intervals \(defaultValueDescription): must be at most \
                \(duration.defaultValueDescription), the duration, and at least a \
                ten-thousandth of it
                """)
        }
    }
}

/// A share of something, written in percent: `15%`.
struct PercentOption: ExpressibleByArgument, Equatable {
    /// 0.15 for 15%.
    let share: Double

    init(share: Double) { self.share = share }

    init?(argument: String) {
        guard let share = PercentText.share(argument) else { return nil }
        self.share = share
    }

    var defaultValueDescription: String { PercentText.text(share: share) }

    /// The words that give the option again; none for 0.
    func words(_ name: String) -> [String] {
        share == 0 ? [] : [name, defaultValueDescription]
    }
}

/// One strategy or all of them.
enum StrategySelection: ExpressibleByArgument, Equatable {
    case one(StrategyKind)
    case all

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let kind = StrategyKind(rawValue: argument) {
            self = .one(kind)
        } else {
            return nil
        }
    }

    var kinds: [StrategyKind] {
        switch self {
        case .one(let kind): [kind]
        case .all: StrategyKind.allCases
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .one(let kind): kind.rawValue
        case .all: "all"
        }
    }

    static var allValueStrings: [String] { StrategyKind.allCases.map(\.rawValue) + ["all"] }
}

extension ConsumerKind: ExpressibleByArgument {}

/// How a result is printed.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}

/// How fast a capture is replayed.
enum ReplaySpeed: String, CaseIterable, ExpressibleByArgument {
    case max
    /// As recorded.
    case once = "1"
    case tenfold = "10"

    /// Recorded time by replayed time; `nil` for no waiting at all.
    var factor: UInt64? {
        switch self {
        case .max: nil
        case .once: 1
        case .tenfold: 10
        }
    }
}
