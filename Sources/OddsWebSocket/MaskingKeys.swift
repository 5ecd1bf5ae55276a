import NIOWebSocket

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Masking keys, which a server must not be able to foresee (RFC 6455 §10.3): from
/// the system's source of randomness, sixty-four at a time, as each call of it costs
/// as much as a short message.
struct MaskingKeys {
    private static let byteCount = 256

    private var bytes: [UInt8] = []
    private var usedByteCount = 0

    mutating func next() -> WebSocketMaskingKey {
        if usedByteCount == bytes.count { refill() }
        defer { usedByteCount += 4 }
        guard let key = WebSocketMaskingKey(bytes[usedByteCount..<(usedByteCount + 4)]) else {
            preconditionFailure("a masking key has four bytes")
        }
        return key
    }

    private mutating func refill() {
        bytes = Array(repeating: 0, count: Self.byteCount)
        usedByteCount = 0
        let status = bytes.withUnsafeMutableBytes { getentropy($0.baseAddress!, $0.count) }
        precondition(status == 0, "the system has no randomness")
    }
}
