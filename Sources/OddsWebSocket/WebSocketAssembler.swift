import NIOCore
import NIOWebSocket

/// A whole message of a WebSocket connection.
public enum WebSocketMessage: Equatable, Sendable {
    /// UTF-8.
    case text(ByteBuffer)
    case binary(ByteBuffer)

    public var data: ByteBuffer {
        switch self {
        case .text(let data), .binary(let data): data
        }
    }
}

/// Which end of the connection this is.
public enum WebSocketRole: Sendable {
    /// Gets masked frames and sends unmasked ones.
    case server
    /// The other way about.
    case client
}

/// Puts frames together to messages, and holds them to the rules of RFC 6455
/// that do not depend on bytes in flight: masking, reserved bits and opcodes,
/// the order of fragments, UTF-8, codes of closing. Free of I/O.
public struct WebSocketAssembler: Sendable {
    public enum Step: Equatable, Sendable {
        /// There is more to come.
        case incomplete
        case message(WebSocketMessage)
        /// To be answered by a pong of the same data.
        case ping(ByteBuffer)
        case pong(ByteBuffer)
        /// The peer closes; `code` is what it said, if it said something.
        case close(code: WebSocketErrorCode?, reason: String)
        /// The connection is to be closed with this code.
        case violation(WebSocketErrorCode, String)
    }

    private let role: WebSocketRole
    private let messageBytesMax: Int
    /// The opcode of the message whose fragments are coming.
    private var opcode: WebSocketOpcode?
    private var fragments: ByteBuffer?

    /// - Parameter messageBytesMax: of a whole message, all its fragments
    ///   together.
    public init(role: WebSocketRole, messageBytesMax: Int) {
        self.role = role
        self.messageBytesMax = messageBytesMax
    }

    /// Takes a frame as it came. After a violation the assembler is of no more
    /// use. Complexity: O(bytes).
    public mutating func receive(_ frame: WebSocketFrame) -> Step {
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return .violation(.protocolError, "reserved bits are set")
        }
        guard (frame.maskKey != nil) == (role == .server) else {
            return .violation(.protocolError, "masked and unmasked are mixed up")
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
