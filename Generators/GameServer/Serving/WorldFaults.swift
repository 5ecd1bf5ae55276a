/// What control has ordered a world to do wrong.
struct WorldFaults: Equatable, Sendable {
    /// How a request fails.
    enum Failure: Equatable, Sendable {
        /// It gets this status.
        case status(Int)
        /// Its connection is closed in place of an answer.
        case cut
    }

    /// How many further requests fail, by kind.
    var failures: [RequestKind: Int] = [:]
    var failure = Failure.status(500)
    /// How long answers wait, by kind.
    var delayMilliseconds: [RequestKind: Int] = [:]
    /// Whether no socket is let in.
    var refusesSockets = false

    /// How the request that has come fails, if it does.
    mutating func strike(_ kind: RequestKind) -> Failure? {
        guard let left = failures[kind], left > 0 else { return nil }
        failures[kind] = left - 1
        return failure
    }
}
