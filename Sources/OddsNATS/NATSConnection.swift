import CNATS
import Foundation
import Synchronization

/// A connection to NATS, which comes back by itself for as long as it is not closed. Safe to
/// use from any thread; the C library calls back on threads of its own.
package final class NATSConnection: Sendable {
    /// What happens to a connection.
    package enum Event: Equatable, Sendable {
        /// The server is away. What is published now may be lost.
        case disconnected
        /// A server is there again; subscriptions hold as before.
        case reconnected
        /// It is closed for good, with the reason.
        case closed(String)
        /// Something that was asked for went wrong: a publish that is not permitted, a
        /// subscription that is too slow for its messages.
        case error(String)
    }

    /// What the C library calls back with.
    final class Callbacks: Sendable {
        private let isClosing = Atomic<Bool>(false)
        /// Of the server that the connection has.
        let messageBytesMax = Atomic<Int>(0)
        private let observe: @Sendable (Event) -> Void

        init(_ observe: @escaping @Sendable (Event) -> Void) { self.observe = observe }

        func willClose() { isClosing.store(true, ordering: .relaxed) }

        func noteLimits(of connection: OpaquePointer?) {
            messageBytesMax.store(
                Int(natsConnection_GetMaxPayload(connection)), ordering: .relaxed)
        }

        func tell(_ event: Event) {
            guard !isClosing.load(ordering: .relaxed) else { return }
            observe(event)
        }
    }

    let pointer: Pointer
    private let callbacks: Callbacks
    private let inboxPrefix: String
    /// Until when a program waits at its start for what is not there yet; `nil` for ever.
    let waitsUntil: ContinuousClock.Instant?
    let respondersLimit: Duration
    private let inboxes = Atomic<Int>(0)
    /// For calls that wait.
    private let queue = DispatchQueue(label: "oddsbench.nats", attributes: .concurrent)

    /// The C library's connection, which is safe to use from any thread.
    struct Pointer: @unchecked Sendable {
        // Unchecked, because the library locks it.
        let value: OpaquePointer
    }

    init(
        _ pointer: Pointer, _ callbacks: Callbacks, _ configuration: NATSConfiguration,
        waitsUntil: ContinuousClock.Instant?
    ) {
        self.pointer = pointer
        self.callbacks = callbacks
        callbacks.noteLimits(of: pointer.value)
        inboxPrefix = configuration.inboxPrefix
        respondersLimit = configuration.respondersLimit
        self.waitsUntil = waitsUntil
    }

    deinit {
        callbacks.willClose()
        natsConnection_Destroy(pointer.value)
    }

    /// The most bytes of a message, headers and content together. Does not wait: the library
    /// keeps its own lock for as long as it looks for another server.
    package var messageBytesMax: Int { callbacks.messageBytesMax.load(ordering: .relaxed) }

    /// Whether a server is there.
    package var isConnected: Bool {
        natsConnection_Status(pointer.value) == NATS_CONN_STATUS_CONNECTED
    }

    /// A subject that nobody else has, for answers.
    package func makeInbox() -> String {
        let number = inboxes.wrappingAdd(1, ordering: .relaxed).newValue
        let unique = UInt64.random(in: .min ... .max)
        return "\(inboxPrefix).\(String(unique, radix: 36))-\(number)"
    }

    /// Publishes a message, at once.
    ///
    /// It may block, for at most the write deadline, while the socket is full.
    ///
    /// - Parameters:
    ///   - subject: Where.
    ///   - reply: Where answers go.
    ///   - headers: With names and values of visible ASCII characters.
    ///   - bytes: The content.
    /// - Throws: `NATSError`; the message may have been sent nevertheless.
    package func publish(
        _ subject: String, reply: String? = nil, headers: [(name: String, value: String)] = [],
        _ bytes: some RandomAccessCollection<UInt8> = [UInt8]()
    ) throws(NATSError) {
        var message: OpaquePointer?
        let made = bytes.withContiguousStorageIfAvailable {
            Self.message(&message, subject, reply, UnsafeRawBufferPointer($0))
        }
        try check(
            made ?? Array(bytes).withUnsafeBytes { Self.message(&message, subject, reply, $0) },
            subject)
        guard let message else { return }
        defer { SpentMessages.add(message) }
        for (name, value) in headers {
            try check(natsMsgHeader_Set(message, name, value), subject)
        }
        try check(natsConnection_PublishMsg(pointer.value, message), subject)
    }

    private static func message(
        _ message: inout OpaquePointer?, _ subject: String, _ reply: String?,
        _ bytes: UnsafeRawBufferPointer
    ) -> natsStatus {
        natsMsg_Create(
            &message, subject, reply, bytes.bindMemory(to: CChar.self).baseAddress,
            Int32(bytes.count))
    }

    /// Waits until the server has handled all that was sent before: subscriptions hold then.
    ///
    /// - Parameters:
    ///   - subjects: Those that what was sent needs.
    ///   - limit: How long it waits.
    /// - Throws: `NATSError`: `unusable` if one of these subjects is not permitted.
    package func flush(
        needing subjects: [String] = [], within limit: Duration = .seconds(5)
    ) async throws(NATSError) {
        let milliseconds = Int64(limit / .milliseconds(1))
        let pointer = pointer
        try await wait { () throws(NATSError) in
            try check(natsConnection_FlushTimeout(pointer.value, milliseconds), "flush")
        }
        guard let violation,
            subjects.contains(where: { violation.description.contains("\"\($0)\"") })
        else { return }
        throw violation
    }

    /// What the server said last, if that was that a subject is not permitted. It answers neither
    /// publishing nor subscribing: what it refuses is otherwise only missing.
    var violation: NATSError? {
        var last: UnsafePointer<CChar>?
        guard natsConnection_GetLastError(pointer.value, &last) == NATS_NOT_PERMITTED,
            let text = last.map({ String(cString: $0) })
        else { return nil }
        return NATSError(.unusable, "NATS denies permission: \(text): check --nats-creds")
    }

    /// Asks, and returns the first answer.
    ///
    /// - Throws: `NATSError`.
    package func request(
        _ subject: String, headers: [(name: String, value: String)] = [],
        _ bytes: [UInt8] = [], within limit: Duration
    ) async throws(NATSError) -> NATSAnswer {
        let inbox = makeInbox()
        let answer = FirstAnswer()
        let subscription = try subscribe(inbox) { message in
            answer.set(
                message.saysNoResponders
                    ? .failure(NATSError(.noResponders, "\(subject): nobody answers"))
                    : .success(NATSAnswer(bytes: message.bytes)))
        }
        defer { subscription.cancel() }
        try publish(subject, reply: inbox, headers: headers, bytes)
        let timer = Task {
            try await Task.sleep(for: limit)
            answer.set(.failure(NATSError(.timedOut, "\(subject): no answer within \(limit)")))
        }
        defer { timer.cancel() }
        return try await answer.value()
    }

    /// Closes it: subscriptions end, and nothing is published any more.
    package func close() async {
        callbacks.willClose()
        let pointer = pointer
        await withCheckedContinuation { continuation in
            queue.async {
                natsConnection_Close(pointer.value)
                continuation.resume()
            }
        }
    }

    /// Does on another thread what blocks.
    func wait<Value: Sendable>(
        _ body: @escaping @Sendable () throws(NATSError) -> Value
    ) async throws(NATSError) -> Value {
        let result: Result<Value, NATSError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(NATSError) in try body() })
            }
        }
        return try result.get()
    }
}

/// The answer to a request.
package struct NATSAnswer: Equatable, Sendable {
    /// Its content.
    package let bytes: [UInt8]
}

/// The first of several answers, which one task waits for.
private final class FirstAnswer: Sendable {
    private struct State {
        var result: Result<NATSAnswer, NATSError>?
        var waiting: CheckedContinuation<Result<NATSAnswer, NATSError>, Never>?
    }

    private let state = Mutex(State())

    func set(_ result: Result<NATSAnswer, NATSError>) {
        let waiting = state.withLock { state in
            guard state.result == nil else {
                return nil as CheckedContinuation<Result<NATSAnswer, NATSError>, Never>?
            }
            state.result = result
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: result)
    }

    func value() async throws(NATSError) -> NATSAnswer {
        let result = await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiting = continuation }
                return state.result
            }
            if let known { continuation.resume(returning: known) }
        }
        return try result.get()
    }
}
