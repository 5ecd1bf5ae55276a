import OddsTraffic

/// Why a request about contents is refused.
package enum ContentRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such subscriber, or no longer.
    case unknownSubscriber(String)
    /// There is no such content, or it cannot be shown.
    case content(ContentError)
    /// The subscriber has as many contents as it may have.
    case tooMany(Int)
    /// A fault of the plan, with its HTTP status.
    case fault(status: Int)
    /// The server stops.
    case stopping

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .unknownSubscriber: 404
        case .content, .tooMany: 400
        case .fault(let status): status
        case .stopping: 503
        }
    }

    /// The `errorType` on the wire.
    package var errorType: String {
        switch self {
        case .unknownSubscriber: "SUBSCRIBER_NOT_FOUND"
        case .content(let error): error.errorType
        case .tooMany: "TOO_MANY_CONTENTS"
        case .fault, .stopping: "SERVICE_UNAVAILABLE"
        }
    }

    /// The reason, for the client.
    package var description: String {
        switch self {
        case .unknownSubscriber(let id):
            "there is no subscriber \(id): open the socket anew with \"subscriberId\":null"
        case .content(let error): error.description
        case .tooMany(let countMax):
            "a subscriber may have \(countMax) contents: unsubscribe from others first"
        case .fault: "a fault of the plan"
        case .stopping: "the server is stopping"
        }
    }
}
