import OddsClient

/// The changes of a payment's status. Each iterator asks the server itself, when its reader
/// waits for the next element.
public struct PaymentStatusUpdates: AsyncSequence, Sendable {
    /// A status that differs from the one before.
    public typealias Element = PaymentStatusResponse
    /// The status could not be read: a session or a payment that is not there, or
    /// `timedOut` after five minutes.
    public typealias Failure = ServiceProviderError

    let clock: any Clock<Duration>
    let ask: @Sendable () async throws(ServiceProviderError) -> PaymentStatusResponse

    /// See `AsyncSequence`.
    public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

    /// A reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        private static let longestPause = Duration.seconds(8)
        private static let timeLimit = Duration.seconds(300)

        private let updates: PaymentStatusUpdates
        private var pause = Duration.seconds(1)
        private var waited = Duration.zero
        private var last: PaymentStatusResponse?
        private var isOver = false

        fileprivate init(updates: PaymentStatusUpdates) { self.updates = updates }

        /// Waits for the next change.
        public mutating func next() async throws(ServiceProviderError) -> Element? {
            try await next(isolation: #isolation)
        }

        /// The same, on an actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceProviderError) -> Element? {
            while !isOver {
                guard waited < Self.timeLimit else {
                    isOver = true
                    throw .timedOut
                }
                do { try await updates.clock.sleep(for: pause) } catch {
                    isOver = true
                    throw .cancelled
                }
                waited += pause
                pause = Swift.min(pause * 2, Self.longestPause)
                do throws(ServiceProviderError) {
                    let status = try await updates.ask()
                    guard status != last else { continue }
                    last = status
                    isOver = status.status.isFinal
                    return status
                } catch {
                    // What may be over when it is asked for again does not end it.
                    guard error.mayPass else {
                        isOver = true
                        throw error
                    }
                }
            }
            return nil
        }
    }
}

extension ServiceProviderError {
    /// Whether a request that ended so may have had its effect: no attempt had an answer that
    /// says what became of it. Asked again under its key, it is answered as it was.
    package var leavesOutcomeOpen: Bool {
        switch self {
        case .unauthorized, .forbidden, .userSessionNotFound, .cancelled, .unknown: true
        default: mayPass
        }
    }

    /// Whether another attempt may succeed where nothing has been done about it.
    var mayPass: Bool {
        switch self {
        case .noNetworkConnection, .timedOut, .internalServerError, .maintenanceMode,
            .rateLimitExceeded, .invalidResponse, .decodingError, .emptyData:
            true
        default: false
        }
    }
}
