import OddsBetting

/// Which changes of the odds a ticket accepts.
enum OddsPolicy: String, CaseIterable, Sendable {
    case any = "ACCEPT_ANY"
    case higher = "ACCEPT_HIGHER"
    case none = "ACCEPT_NONE"

    /// Whether a ticket that names a price is placed at the current odds.
    func accepts(_ current: Odds, requested: TicketPrice) -> Bool {
        let isEqual = current == requested.odds && !requested.isCut
        return switch self {
        case .any: true
        case .higher: isEqual || current > requested.odds
        case .none: isEqual
        }
    }
}
