import OddsConsole
import OddsExperiments
import OddsNATS
import OddsOptions

/// A command's connection to the NATS servers of a fleet.
struct FleetLink {
    let connection: NATSConnection
    /// What happens to the connection.
    let events: AsyncStream<NATSConnection.Event>

    /// Connects, and waits for a server that is not there yet.
    ///
    /// - Parameter say: Called with what happens, in a line each.
    /// - Throws: `NATSError`; `ExperimentFailure` upon a signal.
    init(
        _ access: FleetAccess, name: String, inboxPrefix: String,
        say: @escaping @Sendable (String) -> Void = { StandardError.print($0) }
    ) async throws {
        var configuration = NATSConfiguration(
            servers: try access.addresses.map(\.url), name: name, inboxPrefix: inboxPrefix)
        configuration.set(access.options)
        let (events, continuation) = AsyncStream<NATSConnection.Event>.makeStream()
        self.events = events
        connection = try await Interruption.current.ending { [configuration] in
            try await NATSConnection.connect(
                configuration,
                isWaiting: { say("bench: \($0): waiting for it") },
                observe: { event in
                    switch event {
                    case .disconnected: say("bench: NATS is away")
                    case .reconnected: say("bench: NATS is there again")
                    case .error(let text): say("bench: NATS: \(text)")
                    case .closed: break
                    }
                    continuation.yield(event)
                })
        }
    }
}

extension Interruption {
    /// Waits for something that a signal ends at once, as nothing has been measured by then.
    ///
    /// - Parameter body: Ends once its task is cancelled.
    /// - Throws: `ExperimentFailure` upon a signal; what the body throws.
    func ending<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = Task { try await body() }
        do {
            return try await during({ _ in work.cancel() }) { try await work.value }
        } catch {
            try check()
            throw error
        }
    }
}

extension NATSConfiguration {
    fileprivate mutating func set(_ options: NATSOptions) {
        ca = options.ca
        certificate = options.certificate
        key = options.key
        credentials = options.credentials
        wait = options.wait.map { .nanoseconds(Int64($0.nanoseconds)) }
    }
}
