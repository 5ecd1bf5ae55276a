import NIOCore
import OddsWebSocket

/// One connection's compression, at both of its ends.
final class CompressedSession {
    /// How messages are compressed.
    enum Mode: String, CaseIterable {
        /// Each for itself.
        case noTakeover = "no-takeover"
        /// Each with those before it.
        case takeover
        /// Its frame for all connections, once; timed is what that takes, and
        /// apart from it what each connection does.
        case shared
    }

    private let mode: Mode
    private let deflater = MessageDeflater()
    private let inflater: MessageInflater
    /// That of an INVOCATION.
    private static let head = Array("[68,1234,1234,{},[],".utf8)
    private static let tail: [UInt8] = [0x5D]

    init(_ mode: Mode) {
        self.mode = mode
        inflater = MessageInflater(
            DeflateAgreement.Sender(keepsContext: mode == .takeover), messageBytesMax: 64 << 20)
    }

    /// Sends a frame from one end to the other.
    func send(_ frame: [UInt8]) -> MessageCost {
        let message = Self.head + frame + Self.tail
        var cost = MessageCost(plainBytes: message.count)
        var output = ByteBuffer()
        output.reserveCapacity(message.count)
        if mode == .shared {
            let blocks = cost.timeDeflating {
                frame.withUnsafeBytes { deflater.blocks(of: $0) }
            }
            cost.timeCopying {
                Self.head.withUnsafeBytes { head in
                    Self.tail.withUnsafeBytes { tail in
                        DeflatedMessage.write(head, blocks, tail, to: &output)
                    }
                }
            }
        } else {
            cost.timeDeflating {
                message.withUnsafeBytes {
                    deflater.deflate($0, keepsContext: mode == .takeover, into: &output)
                }
            }
        }
        cost.sentBytes = output.readableBytes
        var received = ByteBuffer()
        cost.timeInflating {
            do {
                try inflater.inflate(output, isLast: true, into: &received)
            } catch {
                preconditionFailure("what was compressed cannot be decompressed: \(error)")
            }
        }
        precondition(received == ByteBuffer(bytes: message), "the message did not come back")
        return cost
    }
}

/// What one message took.
struct MessageCost {
    var plainBytes: Int
    var sentBytes = 0
    private(set) var deflating = Duration.zero
    private(set) var copying = Duration.zero
    private(set) var inflating = Duration.zero

    init(plainBytes: Int) { self.plainBytes = plainBytes }

    mutating func timeDeflating<Value>(_ body: () -> Value) -> Value {
        let start = ContinuousClock.now
        defer { deflating = ContinuousClock.now - start }
        return body()
    }

    mutating func timeCopying(_ body: () -> Void) { copying = ContinuousClock().measure(body) }

    mutating func timeInflating(_ body: () -> Void) { inflating = ContinuousClock().measure(body) }
}
