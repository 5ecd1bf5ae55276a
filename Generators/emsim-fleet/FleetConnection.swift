import Logging
import OddsNATS
import OddsOptions
import OddsSimulatorProgram
import Synchronization

/// The connection to NATS that the options say, and who is told of it.
struct FleetConnection {
    /// Passes events on to whoever is there by then.
    final class Events: Sendable {
        private struct State {
            var handler: (@Sendable (NATSConnection.Event) -> Void)?
            /// What happened before there was one.
            var early: [NATSConnection.Event] = []
        }

        private let state = Mutex(State())

        func pass(_ event: NATSConnection.Event) {
            let handler = state.withLock { state in
                if state.handler == nil { state.early.append(event) }
                return state.handler
            }
            handler?(event)
        }

        func set(_ handler: @escaping @Sendable (NATSConnection.Event) -> Void) {
            let early = state.withLock { state in
                state.handler = handler
                defer { state.early = [] }
                return state.early
            }
            for event in early { handler(event) }
        }
    }

    let connection: NATSConnection
    let events = Events()

    /// Connects, and waits for a server that is not there yet.
    ///
    /// - Parameters:
    ///   - inboxPrefix: What the example of NATS's configuration divides roles by.
    ///   - isForFrames: Whether it is beside another connection, which says what happens.
    /// - Throws: `ServingError`.
    init(
        _ fleet: FleetOptions, role: String, inboxPrefix: String, isForFrames: Bool = false,
        _ logger: Logger
    ) async throws {
        var configuration = NATSConfiguration(
            servers: try fleet.addresses.map(\.url), name: "oddsbench \(role)",
            inboxPrefix: inboxPrefix)
        configuration.set(fleet.nats)
        let events = events
        connection = try await ServingError.ofNATS {
            try await NATSConnection.connect(
                configuration,
                isWaiting: { logger.notice("\($0): waiting for it") },
                observe: { event in
                    defer { events.pass(event) }
                    switch event {
                    case .error(let text): logger.warning("NATS: \(text)")
                    case .disconnected where !isForFrames: logger.warning("NATS is away")
                    case .reconnected where !isForFrames: logger.notice("NATS is there again")
                    case .disconnected, .reconnected, .closed: break
                    }
                })
        }
    }
}

extension NATSConfiguration {
    mutating func set(_ options: NATSOptions) {
        ca = options.ca
        certificate = options.certificate
        key = options.key
        credentials = options.credentials
        wait = options.wait.map { .nanoseconds(Int64($0.nanoseconds)) }
    }
}

extension ServingError {
    /// What ends a program where waiting does not help: `EX_UNAVAILABLE` of `sysexits.h`.
    static func unavailable(_ description: String) -> ServingError {
        ServingError(description: description, status: 69)
    }

    /// Does something over NATS.
    ///
    /// - Throws: `ServingError` in place of `NATSError`.
    static func ofNATS<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as NATSError {
            throw unavailable(error.description)
        }
    }
}
