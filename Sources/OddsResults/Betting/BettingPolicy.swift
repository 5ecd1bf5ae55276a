/// Which changes of the odds a ticket accepts.
package enum BettingPolicy: String, CaseIterable, Sendable {
    /// None: it is placed at the odds that it names.
    case none
    /// Higher odds.
    case higher
    /// Any.
    case any
}

/// What a commit of the service waits for, SQLite's `synchronous`.
package enum BettingSync: String, CaseIterable, Sendable {
    /// The disk: what is answered survives the loss of power.
    case full
    /// The system's memory: what is answered survives the end of the process.
    case normal
}
