import NIOCore
import NIOWebSocket

/// A whole message of a WebSocket connection.
public enum WebSocketMessage: Equatable, Sendable {
    /// Text, in UTF-8.
    case text(ByteBuffer)
    /// Any bytes.
    case binary(ByteBuffer)

    /// The message's bytes.
    public var data: ByteBuffer {
        switch self {
        case .text(let data), .binary(let data): data
        }
    }
}

/// An end of a WebSocket connection.
public enum WebSocketRole: Sendable {
    /// Receives masked frames and sends unmasked ones.
    case server
    /// Receives unmasked frames and sends masked ones.
    case client
}

/// Assembles messages from frames, and checks the rules of RFC 6455 that do not
/// depend on bytes in flight: masking, reserved bits and opcodes, the order of
/// fragments, UTF-8, close codes. Does no I/O.
package struct WebSocketAssembler: Sendable {
    /// What a frame means.
    package enum Step: Equatable, Sendable {
        /// A fragment; others follow.
        case incomplete
        /// The last frame of a message.
        case message(WebSocketMessage)
        /// To be answered by a pong with the same data.
        case ping(ByteBuffer)
        /// The answer to a ping.
        case pong(ByteBuffer)
        /// The peer closes, with the code that it gave, if any.
        case close(code: WebSocketErrorCode?, reason: String)
        /// The peer broke the rules; close the connection with this code.
        case violation(WebSocketErrorCode, String)
    }

    private let role: WebSocketRole
    private let messageBytesMax: Int
    /// The opcode of the message whose fragments are coming.
    private var opcode: WebSocketOpcode?
    private var fragments: ByteBuffer?

    /// - Parameter messageBytesMax: the size of the largest message, all its
    ///   fragments together.
    package init(role: WebSocketRole, messageBytesMax: Int) {
        self.role = role
        self.messageBytesMax = messageBytesMax
    }

    /// Takes a frame as it was received. After a violation, nothing more may be
    /// passed.
    ///
    /// - Complexity: O(bytes).
    package mutating func receive(_ frame: WebSocketFrame) -> Step {
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return .violation(.protocolError, "reserved bits are set")
        }
        guard (frame.maskKey != nil) == (role == .server) else {
            return .violation(
                .protocolError, role == .server ? "an unmasked frame" : "a masked frame")
        }
        switch frame.opcode {
        case .ping: return .ping(frame.unmaskedData)
        case .pong: return .pong(frame.unmaskedData)
        case .connectionClose: return close(frame.unmaskedData)
        case .text, .binary:
            guard opcode == nil else {
                return .violation(.protocolError, "a message within a message")
            }
            if frame.fin { return finish(frame.opcode, frame.unmaskedData) }
            opcode = frame.opcode
            return append(frame)
        case .continuation:
            guard opcode != nil else {
                return .violation(.protocolError, "a continuation of nothing")
            }
            return append(frame)
        default:
            return .violation(.protocolError, "a reserved opcode")
        }
    }

    private mutating func append(_ frame: WebSocketFrame) -> Step {
        var data = frame.unmaskedData
        guard (fragments?.readableBytes ?? 0) + data.readableBytes <= messageBytesMax else {
            return .violation(.messageTooLarge, "more than \(messageBytesMax) bytes")
        }
        if fragments == nil { fragments = data } else { fragments?.writeBuffer(&data) }
        guard frame.fin, let opcode, let whole = fragments else { return .incomplete }
        self.opcode = nil
        fragments = nil
        return finish(opcode, whole)
    }

    private func finish(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> Step {
        guard data.readableBytes <= messageBytesMax else {
            return .violation(.messageTooLarge, "more than \(messageBytesMax) bytes")
        }
        guard opcode == .text else { return .message(.binary(data)) }
        guard Self.isUTF8(data) else {
            return .violation(.dataInconsistentWithMessage, "text that is not UTF-8")
        }
        return .message(.text(data))
    }

    private func close(_ data: ByteBuffer) -> Step {
        var data = data
        guard data.readableBytes > 0 else { return .close(code: nil, reason: "") }
        guard let number = data.readInteger(as: UInt16.self), Self.isCloseCode(number) else {
            return .violation(.protocolError, "an illegal code of closing")
        }
        guard Self.isUTF8(data) else {
            return .violation(.dataInconsistentWithMessage, "a reason that is not UTF-8")
        }
        return .close(
            code: WebSocketErrorCode(codeNumber: Int(number)), reason: String(buffer: data))
    }

    /// The codes that may stand in a close frame (§7.4).
    private static func isCloseCode(_ code: UInt16) -> Bool {
        switch code {
        case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
        default: false
        }
    }

    private static func isUTF8(_ data: ByteBuffer) -> Bool {
        data.withUnsafeReadableBytes { bytes in
            var rest = bytes[...]
            // Words of ASCII first, which nearly all text consists of.
            while rest.count >= 8,
                bytes.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt64.self)
                    & 0x8080_8080_8080_8080 == 0
            {
                rest = rest.dropFirst(8)
            }
            return rest.isEmpty || String(validating: rest, as: UTF8.self) != nil
        }
    }
}
