/// Why money moved, by the names that states keep.
enum PostingKind: String, Sendable {
    case deposit
    case withdrawal
    case withdrawalReturn
    case control
    // Of bets of real money.
    case bet
    case betReturn = "return"
    case cashout
    case correction
    // Of free bets, which no limit counts.
    case freeBet
    case freeReturn
    case freeCorrection
}
