import ArgumentParser

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
