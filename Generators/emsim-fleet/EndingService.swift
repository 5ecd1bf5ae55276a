import OddsSimulatorProgram
import ServiceLifecycle

/// Runs until the program is told to end, or until it is told that it cannot go on.
struct EndingService: Service {
    private let reasons = AsyncStream<ServingError>.makeStream(bufferingPolicy: .bufferingOldest(1))

    /// Ends the program with this reason. From any thread.
    func end(_ reason: ServingError) { reasons.continuation.yield(reason) }

    /// Ends the program as NATS does not let it go on. From any thread.
    func connectionWasClosed(_ reason: String) {
        end(.unavailable("the connection to NATS was closed for good: \(reason)"))
    }

    /// - Throws: `ServingError` with the reason.
    func run() async throws {
        for await reason in reasons.stream.cancelOnGracefulShutdown() {
            throw reason
        }
    }
}
