import OddsWAMP

/// What the server's answer to a request means to its content.
enum ContentAnswer: Hashable, Sendable {
    case accepted
    /// The request may be sent again.
    case failed(ClientError)
    /// It may be sent again after this time.
    case delayed(ClientError, Duration)
    /// Sending it again cannot help.
    case refused(ClientError)
    /// The server does not know the subscriber, so the session is of no use.
    case unknownSubscriber
}

extension ContentAnswer {
    /// That the server does not know the subscriber.
    static let unknownSubscriberType = "SUBSCRIBER_NOT_FOUND"

    /// What an answer means.
    ///
    /// - Parameter retryAfterMax: the longest time that a server may ask for.
    init(_ response: ContentResponse, retryAfterMax: Duration) {
        if 200...299 ~= response.status {
            self = .accepted
            return
        }
        let type = JSONObjectText(response.body)?.text("errorType")
        let error = ClientError.refused(
            error: type ?? "HTTP \(response.status)",
            description: type == nil ? "" : "HTTP \(response.status)")
        switch response.status {
        case 404 where type == Self.unknownSubscriberType: self = .unknownSubscriber
        case 429:
            let seconds = response.retryAfter.flatMap { Int($0) }
            guard let seconds, seconds >= 0, .seconds(seconds) <= retryAfterMax else {
                self = .refused(error)
                return
            }
            self = .delayed(error, .seconds(seconds))
        case 500, 502, 503, 504: self = .failed(error)
        default: self = .refused(error)
        }
    }
}
