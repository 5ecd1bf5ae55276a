import NIOCore

/// How long connections may take before they are closed.
struct ConnectionTimeouts: Sendable {
    /// Until the first request has come.
    var firstRequest = TimeAmount.seconds(10)
    /// Between two requests.
    var idle = TimeAmount.seconds(60)
    /// From the head of a request to the last byte of its answer: longer than control can
    /// delay an answer.
    var exchange = TimeAmount.seconds(60)
}
