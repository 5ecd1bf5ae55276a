import OddsBetting

/// The price that a ticket names.
struct TicketPrice: Equatable, Sendable {
    /// The odds, cut to the places that odds have.
    let odds: Odds
    /// Whether something was cut off: then no odds are equal to it.
    var isCut = false
}
