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

/// Assembles messages from frames, decompresses them, and checks the rules of RFC
/// 6455 that do not depend on bytes in flight: masking, reserved bits and opcodes,
/// the order of fragments, close codes, and UTF-8 where it was compressed; other text
/// is checked before it is a frame. Does no I/O.
package struct WebSocketAssembler {
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
    /// How the peer compresses, if it may.
    private let peer: DeflateAgreement.Sender?
    /// Made for the first compressed message.
    private var inflater: MessageInflater?
    /// The opcode of the message whose fragments are coming.
    private var opcode: WebSocketOpcode?
    private var isCompressed = false
    /// What has come of it, decompressed.
    private var fragments: ByteBuffer?

    /// - Parameters:
    ///   - messageBytesMax: the size of the largest message, all its fragments
    ///     together, decompressed.
    ///   - peer: how the peer compresses; `nil` if it does not.
    package init(
        role: WebSocketRole, messageBytesMax: Int, peer: DeflateAgreement.Sender? = nil
    ) {
        self.role = role
        self.messageBytesMax = messageBytesMax
        self.peer = peer
    }

    /// Whether the next message begins with the next frame.
    var isBetweenMessages: Bool { opcode == nil }

    /// The bytes of the fragments that have come.
    var fragmentByteCount: Int { fragments?.readableBytes ?? 0 }

    /// Takes a frame as it was received. After a violation, nothing more may be
    /// passed.
    ///
    /// - Complexity: O(bytes).
    package mutating func receive(_ frame: WebSocketFrame) -> Step {
        guard !frame.rsv1 || mayCompress(frame.opcode), !frame.rsv2, !frame.rsv3 else {
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
            if frame.fin, !frame.rsv1 { return finish(frame.opcode, frame.unmaskedData) }
            opcode = frame.opcode
            isCompressed = frame.rsv1
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

    /// Whether a frame of this kind can begin a compressed message.
    private func mayCompress(_ opcode: WebSocketOpcode) -> Bool {
        peer != nil && (opcode == .text || opcode == .binary)
    }

    private mutating func append(_ frame: WebSocketFrame) -> Step {
        if isCompressed {
            if let violation = inflate(frame) { return violation }
        } else {
            var data = frame.unmaskedData
            guard (fragments?.readableBytes ?? 0) + data.readableBytes <= messageBytesMax else {
                return tooLarge
            }
            if fragments == nil { fragments = data } else { fragments?.writeBuffer(&data) }
        }
        guard frame.fin, let opcode, let whole = fragments else { return .incomplete }
        self.opcode = nil
        fragments = nil
        return finish(opcode, whole)
    }

    /// Appends the content of a compressed frame to the message.
    private mutating func inflate(_ frame: WebSocketFrame) -> Step? {
        guard let peer else { preconditionFailure("a compressed message was let in") }
        let inflater = inflater ?? MessageInflater(peer, messageBytesMax: messageBytesMax)
        self.inflater = inflater
        var message = fragments ?? ByteBuffer()
        fragments = nil  // Or the message would be copied when it is written to.
        do throws(MessageInflater.Failure) {
            try inflater.inflate(frame.unmaskedData, isLast: frame.fin, into: &message)
        } catch {
            switch error {
            case .tooLarge: return tooLarge
            case .expandsTooMuch:
                let times = MessageInflater.expansionMax
                return .violation(
                    .messageTooLarge, "more than \(times) times as large as compressed")
            case .damaged:
                return .violation(.dataInconsistentWithMessage, "damaged compressed data")
            }
        }
        fragments = message
        return nil
    }

    private var tooLarge: Step {
        .violation(.messageTooLarge, "more than \(messageBytesMax) bytes")
    }

    private mutating func finish(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> Step {
        guard data.readableBytes <= messageBytesMax else { return tooLarge }
        let wasCompressed = isCompressed
        isCompressed = false
        guard opcode == .text else { return .message(.binary(data)) }
        guard !wasCompressed || Self.isUTF8(data) else {
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
        var checker = UTF8Checker()
        let error = data.withUnsafeReadableBytes { checker.firstError(in: $0) }
        return error == nil && checker.isComplete
    }
}
