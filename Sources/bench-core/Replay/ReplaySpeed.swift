import ArgumentParser

/// The speed of a replay.
enum ReplaySpeed: String, CaseIterable, ExpressibleByArgument {
    case max
    /// The recorded speed.
    case once = "1"
    case tenfold = "10"

    /// Recorded time divided by replay time; `nil` for no waiting.
    var factor: UInt64? {
        switch self {
        case .max: nil
        case .once: 1
        case .tenfold: 10
        }
    }
}
