/// Bounds of what is sent and accepted. Nothing larger is ever put together in memory.
package enum FleetLimits {
    /// A frame, a dump or an answer, in bytes: the feed contract's bound of a frame.
    package static let bytesMax = 64 << 20
    /// The greatest number of a frame or part: exact in any reader of JSON.
    package static let numberMax: UInt64 = 1 << 53
    /// Epochs and times: nanoseconds that a signed number holds too, and one more can be added.
    package static let nanosecondsMax = UInt64(Int64.max)
    /// Parts of one whole.
    package static let partsMax = 65_536
    /// Topics that a source has open.
    package static let topicsMax = 4_096
    /// Room for subject and headers, which a NATS server counts to the message.
    package static let headerBytes = 2_048
    /// A request id, in bytes.
    package static let requestIDBytesMax = 64
    /// The reason of a refusal, in bytes.
    package static let reasonBytesMax = 256
    /// Headers of a message that are looked at. A message with more is refused.
    package static let headersMax = 64

    /// The payload of a part, in bytes, if the server takes messages of `messageBytesMax`.
    /// Even a server that takes next to nothing gets parts of some size.
    package static func payloadBytes(messageBytesMax: Int) -> Int {
        max(1_024, min(messageBytesMax, bytesMax) - headerBytes)
    }
}
