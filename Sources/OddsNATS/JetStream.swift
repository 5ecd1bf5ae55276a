import CNATS
import Foundation

/// The streams of a NATS server: what they are, and single messages of them.
///
/// Safe to use from any thread.
package final class JetStream: Sendable {
    private struct Pointer: @unchecked Sendable {
        // Unchecked, because the library locks it.
        let value: OpaquePointer
    }

    private let context: Pointer
    private let connection: NATSConnection

    /// How long one request waits, in milliseconds.
    private static let requestMilliseconds: Int64 = 2_000

    /// - Throws: `NATSError`.
    package init(_ connection: NATSConnection) throws(NATSError) {
        var options = jsOptions()
        jsOptions_Init(&options)
        options.Wait = Self.requestMilliseconds
        var context: OpaquePointer?
        try check(
            natsConnection_JetStream(&context, connection.pointer.value, &options), "JetStream")
        self.context = Pointer(value: context!)
        self.connection = connection
    }

    deinit { jsCtx_Destroy(context.value) }

    /// What a stream holds now; `nil` if there is no such stream.
    ///
    /// - Throws: `NATSError`: `noResponders` without JetStream, or without it for now.
    package func state(of stream: String) async throws(NATSError) -> StreamState? {
        let context = context
        return try await asked { () throws(NATSError) in
            var info: UnsafeMutablePointer<jsStreamInfo>?
            var code = jsErrCode(0)
            let status = js_GetStreamInfo(&info, context.value, stream, nil, &code)
            defer { jsStreamInfo_Destroy(info) }
            guard let info, status == NATS_OK else {
                if status == NATS_NOT_FOUND { return nil }
                throw Self.error(status, code, "stream \(stream)")
            }
            let state = info.pointee.State
            return StreamState(sequences: state.FirstSeq..<(state.LastSeq &+ 1))
        }
    }

    /// Makes a stream, unless it is there.
    ///
    /// - Returns: Whether it was made.
    /// - Throws: `NATSError`.
    @discardableResult
    package func make(_ stream: StreamConfiguration) async throws(NATSError) -> Bool {
        // To make one again that is there can fail for the storage that it has already.
        guard try await state(of: stream.name) == nil else { return false }
        let context = context
        try await asked { () throws(NATSError) in
            var code = jsErrCode(0)
            let status = stream.withConfiguration {
                js_AddStream(nil, context.value, $0, nil, &code)
            }
            guard status != NATS_OK else { return }
            throw Self.error(status, code, "stream \(stream.name)")
        }
        return true
    }

    /// Makes a stream, unless it is there, as soon as JetStream is there.
    ///
    /// - Parameter isWaiting: Called once if it has to wait, with what for.
    /// - Throws: `NATSError` as `NATSConnection.whenAvailable`.
    package func makeWhenAvailable(
        _ stream: StreamConfiguration, isWaiting: @Sendable (String) -> Void = { _ in }
    ) async throws(NATSError) {
        _ = try await connection.whenAvailable(isWaiting: isWaiting) { () throws(NATSError) in
            try await make(stream)
        }
    }

    /// The first message of a subject at a sequence or after it; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - stream: Its name; the stream must allow direct gets.
    ///   - subject: Wildcards may stand in it.
    ///   - sequence: From 1.
    /// - Throws: `NATSError`.
    package func next(
        of stream: String, subject: String, from sequence: UInt64
    ) async throws(NATSError) -> StoredMessage? {
        let context = context
        return try await asked { () throws(NATSError) in
            let subject = strdup(subject)
            defer { free(subject) }
            var wanted = jsDirectGetMsgOptions()
            jsDirectGetMsgOptions_Init(&wanted)
            wanted.NextBySubject = UnsafePointer(subject)
            wanted.Sequence = sequence
            var message: OpaquePointer?
            let status = js_DirectGetMsg(&message, context.value, stream, nil, &wanted)
            if status == NATS_NOT_FOUND { return nil }
            guard status == NATS_OK, let message else {
                throw Self.error(status, jsErrCode(0), "stream \(stream)")
            }
            return StoredMessage(NATSMessage(message))
        }
    }

    /// Asks JetStream. A request that is not permitted has no answer.
    private func asked<Value: Sendable>(
        _ body: @escaping @Sendable () throws(NATSError) -> Value
    ) async throws(NATSError) -> Value {
        do {
            return try await connection.wait(body)
        } catch {
            if error.kind == .timedOut, let violation = connection.violation { throw violation }
            throw error
        }
    }

    /// The error of a request to JetStream. One without a responder may only be without it
    /// for now: a cluster has no JetStream in its first seconds.
    private static func error(
        _ status: natsStatus, _ code: jsErrCode, _ what: String
    ) -> NATSError {
        let reason = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
        let text = reason.isEmpty ? what : "\(what): \(reason)"
        // The library gives it the code of a server without JetStream.
        if status == NATS_NO_RESPONDERS {
            return NATSError(.noResponders, "\(what): no server has JetStream")
        }
        return switch code {
        case JSNotEnabledErr, JSNotEnabledForAccountErr:
            NATSError(.unusable, "\(text): start nats-server with JetStream (-js)")
        case JSStreamReplicasNotSupportedErr:
            NATSError(.notClustered, "\(text): the server is in no cluster")
        case jsErrCode(0): NATSError(status, text)
        default: NATSError(.unavailable, text)
        }
    }
}

/// What a stream holds.
package struct StreamState: Equatable, Sendable {
    /// The sequences of its first message and behind its last one; empty, but not without
    /// meaning, in a stream without messages: the next one gets the upper bound.
    package let sequences: Range<UInt64>
}
