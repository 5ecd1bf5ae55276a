import ArgumentParser
import OddsOptions

/// The speed of a replay.
enum ReplaySpeed: ExpressibleByArgument, Equatable {
    case max
    case recorded(SpeedOption)

    init?(argument: String) {
        if argument == "max" {
            self = .max
        } else if let speed = SpeedOption(argument: argument) {
            self = .recorded(speed)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .max: "max"
        case .recorded(let speed): speed.defaultValueDescription
        }
    }

    /// Recorded time divided by replay time; `nil` for no waiting.
    var factor: Double? {
        if case .recorded(let speed) = self { speed.factor } else { nil }
    }
}
