import OddsCapture

/// A kind of fault to inject.
package enum FaultKind: String, CaseIterable, Codable, Sendable {
    // Frame faults, each with the rule's probability.

    /// The frame is delayed by `milliseconds`, and with it all behind it.
    case delay
    /// The frame is delayed by up to `milliseconds`.
    case jitter
    /// The frame is cut off.
    case truncate
    /// The frame contains an extra byte that makes it illegal.
    case malform
    /// The frame is sent twice.
    case `repeat`
    /// The frame is sent after the next one of its registration.
    case reorder
    /// An element of the frame stands in it twice.
    case duplicateChange
    /// The frame has one more element, with a path that no row of the contract fits.
    case unknownPath
    /// Ids in the frame are numbers.
    case numberIds
    /// Types of change are in upper and lower case.
    case upperLowerCase

    // Request faults, each with the rule's probability.

    /// A dump is delayed by `milliseconds`, and may follow later updates.
    case lateDump
    /// REGISTER is answered with ERROR.
    case refuseRegistration
    /// REGISTER is not answered.
    case ignoreRegistration
    /// HELLO is answered with ABORT.
    case abort
    /// REGISTER and CALL are answered with ERROR `wamp.no.backend`.
    case maintenance
    /// REGISTER and CALL are not answered.
    case silentMaintenance

    // Subscription faults, each with the rule's probability.

    /// A content that was subscribed to comes whole only after `milliseconds`.
    case lateRefresh
    /// A content that was subscribed to does not come whole; its changes come.
    case noRefresh
    /// The request to subscribe has no effect and is answered with `status`.
    case subscribeFails

    // Connection faults, which strike every `everySeconds` on average.

    /// Nothing is sent for `milliseconds`.
    case stall
    /// The connection is closed without notice, possibly within a message.
    case drop
    /// The server stops reading and writing, but keeps the socket open.
    case halfOpen
    /// The session is ended with ABORT.
    case abortSession
    /// The subscriber is forgotten, and its socket is closed `milliseconds` later.
    case forgetSubscriber
    /// The connection is closed without notice, between two messages: the client comes back
    /// as the same subscriber.
    case sameSubscriberAgain

    // Server faults, which strike every `everySeconds` on average.

    /// All connections are closed, and new ones are refused for `milliseconds`.
    case refuseConnections
    /// The world restarts with lower versions.
    case restart

    // Exchange faults of the platform, each with the rule's probability.

    /// The answer is delayed by `milliseconds`.
    case httpDelay
    /// The request has no effect and is answered with `status`.
    case httpStatus
    /// The connection is closed in place of the answer, after the request's effect.
    case httpCut
    /// The answer is cut off, after the request's effect.
    case httpGarbage
    /// The session that a request carries expires before.
    case sessionExpiry
    /// A login is refused as if the password were wrong.
    case refuseLogin

    // Stream faults of the platform, which strike every `everySeconds` on average.

    /// The stream of events is closed.
    case sseClose

    /// The position in `allCases`.
    var index: Int { Self.allCases.firstIndex(of: self)! }

    /// What a fault strikes, which determines the fields of its rule.
    package enum Target: Sendable {
        case frame, request, subscription, connection, server, exchange, stream
    }

    /// What the fault strikes.
    package var target: Target {
        switch self {
        case .delay, .jitter, .truncate, .malform, .repeat, .reorder, .duplicateChange,
            .unknownPath, .numberIds, .upperLowerCase:
            .frame
        case .lateDump, .refuseRegistration, .ignoreRegistration, .abort, .maintenance,
            .silentMaintenance:
            .request
        case .lateRefresh, .noRefresh, .subscribeFails: .subscription
        case .stall, .drop, .halfOpen, .abortSession, .forgetSubscriber, .sameSubscriberAgain:
            .connection
        case .refuseConnections, .restart: .server
        case .httpDelay, .httpStatus, .httpCut, .httpGarbage, .sessionExpiry, .refuseLogin:
            .exchange
        case .sseClose: .stream
        }
    }

    /// The providers whose wire can have the fault.
    package var providers: Set<FeedProvider> {
        switch self {
        case .reorder, .lateDump, .refuseRegistration, .ignoreRegistration, .abort,
            .maintenance, .silentMaintenance, .abortSession:
            [.everyMatrix]
        case .duplicateChange, .unknownPath, .numberIds, .upperLowerCase, .lateRefresh,
            .noRefresh, .subscribeFails, .forgetSubscriber, .sameSubscriberAgain:
            [.sportRadar]
        case .delay, .jitter, .truncate, .malform, .repeat, .stall, .drop, .halfOpen,
            .refuseConnections, .restart, .httpDelay, .httpStatus, .httpCut, .httpGarbage,
            .sessionExpiry, .refuseLogin, .sseClose:
            [.everyMatrix, .sportRadar]
        }
    }

    /// Why the wire of the other provider cannot have it.
    var reasonAgainstOther: String {
        switch self {
        case .reorder: "it has no versions by which a client could put frames in order"
        default: "it has nothing of the kind"
        }
    }
}
