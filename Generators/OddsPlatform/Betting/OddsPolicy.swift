import OddsBetting

/// Which changes of the odds a ticket accepts.
enum OddsPolicy: String, CaseIterable, Sendable {
    case any = "ACCEPT_ANY"
    case higher = "ACCEPT_HIGHER"
    case none = "ACCEPT_NONE"

    /// Whether a ticket that names some odds is placed at the current ones.
    func accepts(_ current: Odds, requested: Odds) -> Bool {
        switch self {
        case .any: true
        case .higher: current >= requested
        case .none: current == requested
        }
    }
}
