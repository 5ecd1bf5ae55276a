import CNATS
import Foundation

extension NATSConnection {
    /// Connects, and waits for a server that is not there yet.
    ///
    /// - Parameters:
    ///   - configuration: Where NATS is, and how to speak to it.
    ///   - isWaiting: Called once if it has to wait, with what for.
    ///   - observe: Called with what happens to the connection later, on a thread of the C
    ///     library. It must not wait.
    /// - Throws: `NATSError`: `unusable` if waiting cannot help; `unavailable` once the
    ///   configuration's wait is over or the task is cancelled.
    package static func connect(
        _ configuration: NATSConfiguration, isWaiting: @Sendable (String) -> Void = { _ in },
        observe: @escaping @Sendable (Event) -> Void = { _ in }
    ) async throws(NATSError) -> NATSConnection {
        let deadline = configuration.wait.map { ContinuousClock.now + $0 }
        var hasSaid = false
        while true {
            let result: Result<Attempt, NATSError> = await withCheckedContinuation {
                continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        returning: Result { () throws(NATSError) in
                            try attempt(configuration, observe)
                        })
                }
            }
            let failure: NATSError
            switch result {
            case .success(let made):
                return NATSConnection(
                    made.pointer, made.callbacks, configuration, waitsUntil: deadline)
            case .failure(let error): failure = error
            }
            let isOver = deadline.map { ContinuousClock.now >= $0 } ?? false
            guard failure.kind == .unavailable, !isOver, !Task.isCancelled else { throw failure }
            if !hasSaid { isWaiting(failure.description) }
            hasSaid = true
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    private struct Attempt: Sendable {
        let pointer: Pointer
        let callbacks: Callbacks
    }

    /// One attempt. Blocks.
    private static func attempt(
        _ configuration: NATSConfiguration, _ observe: @escaping @Sendable (Event) -> Void
    ) throws(NATSError) -> Attempt {
        let options = try NATSOptions(configuration)
        let places = configuration.servers.joined(separator: ",")
        for server in configuration.servers {
            // The library's own error does not say so.
            guard NATSPeer.answersAsAnother(server) else { continue }
            throw NATSError(.unusable, "\(server): there is a server, but it is not NATS")
        }
        let callbacks = Callbacks(observe)
        let closure = Unmanaged.passRetained(callbacks)
        set(closure.toOpaque(), on: options.pointer)
        var made: OpaquePointer?
        let status = natsConnection_Connect(&made, options.pointer)
        guard status == NATS_OK, let made else {
            closure.release()
            throw failure(status, places)
        }
        return Attempt(pointer: Pointer(value: made), callbacks: callbacks)
    }

    private static func failure(_ status: natsStatus, _ places: String) -> NATSError {
        switch status {
        case NATS_CONNECTION_AUTH_FAILED:
            NATSError(
                .unusable, "\(places): the credentials are refused: check --nats-creds")
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
            NATSError(
                .unusable,
                """
                \(places): TLS fails: \(reason(status)); check --nats-ca, --nats-cert, --nats-key \
                and the name that the server's certificate is for
                """)
        case NATS_ADDRESS_MISSING, NATS_INVALID_ARG, NATS_PROTOCOL_ERROR:
            NATSError(.unusable, "\(places): \(String(cString: natsStatus_GetText(status)))")
        default: NATSError(.unavailable, "\(places): no NATS server yet")
        }
    }

    /// What the library says of its last call on this thread, such as that a certificate has
    /// expired.
    private static func reason(_ status: natsStatus) -> String {
        var details = natsStatus(0)
        let text = nats_GetLastError(&details).map { String(cString: $0) } ?? ""
        guard details == status, !text.isEmpty else {
            return String(cString: natsStatus_GetText(status))
        }
        // It begins with a place in the library's source.
        return String(text.trimmingPrefix(#/\(\w+\.c:\d+\): /#))
    }

    /// The library calls with the closure until the connection is closed, and once then.
    private static func set(_ closure: UnsafeMutableRawPointer, on options: OpaquePointer) {
        natsOptions_SetDisconnectedCB(
            options, { _, closure in NATSConnection.callbacks(closure)?.tell(.disconnected) },
            closure)
        natsOptions_SetReconnectedCB(
            options,
            { connection, closure in
                guard let callbacks = NATSConnection.callbacks(closure) else { return }
                callbacks.noteLimits(of: connection)
                callbacks.tell(.reconnected)
            }, closure)
        natsOptions_SetErrorHandler(
            options,
            { connection, _, status, closure in
                var last: UnsafePointer<CChar>?
                natsConnection_GetLastError(connection, &last)
                let words = String(cString: natsStatus_GetText(status))
                let details = last.map { ": " + String(cString: $0) } ?? ""
                NATSConnection.callbacks(closure)?.tell(.error(words + details))
            }, closure)
        natsOptions_SetClosedCB(
            options,
            { connection, closure in
                guard let closure else { return }
                var last: UnsafePointer<CChar>?
                natsConnection_GetLastError(connection, &last)
                let reason = last.map { String(cString: $0) } ?? ""
                let callbacks = Unmanaged<Callbacks>.fromOpaque(closure).takeRetainedValue()
                callbacks.tell(.closed(reason))
            }, closure)
    }

    private static func callbacks(_ closure: UnsafeMutableRawPointer?) -> Callbacks? {
        closure.map { Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
    }
}
