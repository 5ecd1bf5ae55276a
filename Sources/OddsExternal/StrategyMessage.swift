/// The messages of the protocol `oddsbench.strategy/1`, which the article
/// “Bring your own reconstruction” describes: every integer is unsigned, has 32 bits and
/// is little-endian.
package enum StrategyMessage {
    package static let protocolName = "oddsbench.strategy/1"

    package enum Kind: UInt32, Sendable {
        case hello = 1
        case apply = 2
        case snapshot = 3
        case bye = 4
        /// In a ring of answers: the answer is on standard output.
        case answeredByPipe = 5
    }

    /// `length`, `kind` and `sequence`.
    package static let headBytes = 12
    /// `channel` and `events`, ahead of a frame.
    package static let applyHeadBytes = 8
    /// In a ring: the message stands at the ring's beginning.
    package static let wrapMark = UInt32.max

    /// The largest answer to *hello*.
    package static let greetingBytesMax = 64 << 10
    /// The largest snapshot.
    package static let snapshotBytesMax = 1 << 30
}

/// What begins every message and every answer.
package struct MessageHead: Equatable, Sendable {
    /// The number of bytes that follow.
    package var length: UInt32
    package var kind: UInt32
    package var sequence: UInt32

    package init(length: Int, kind: StrategyMessage.Kind, sequence: UInt32) {
        self.length = UInt32(length)
        self.kind = kind.rawValue
        self.sequence = sequence
    }

    /// - Parameter bytes: At least `StrategyMessage.headBytes`.
    package init(_ bytes: UnsafeRawPointer) {
        length = bytes.littleEndian(at: 0)
        kind = bytes.littleEndian(at: 1)
        sequence = bytes.littleEndian(at: 2)
    }

    package func write(to bytes: UnsafeMutableRawPointer) {
        bytes.storeLittleEndian(length, at: 0)
        bytes.storeLittleEndian(kind, at: 1)
        bytes.storeLittleEndian(sequence, at: 2)
    }
}

/// What a program made of a frame: the answer to *apply*.
@frozen
package struct AppliedAnswer: BitwiseCopyable, Equatable, Sendable {
    package static let byteCount = 32

    package var disposition: UInt32
    package var recordsApplied: UInt32
    package var recordsRejected: UInt32
    package var orphanUpdates: UInt32
    package var orphanDeletes: UInt32
    package var changed: UInt32
    package var errorOffset: UInt32
    package var checksum: UInt32

    /// All zero: a frame that was applied, of no record.
    package init() {
        disposition = 0
        recordsApplied = 0
        recordsRejected = 0
        orphanUpdates = 0
        orphanDeletes = 0
        changed = 0
        errorOffset = 0
        checksum = 0
    }

    /// - Parameter bytes: At least `byteCount`.
    package init(_ bytes: UnsafeRawPointer) {
        disposition = bytes.littleEndian(at: 0)
        recordsApplied = bytes.littleEndian(at: 1)
        recordsRejected = bytes.littleEndian(at: 2)
        orphanUpdates = bytes.littleEndian(at: 3)
        orphanDeletes = bytes.littleEndian(at: 4)
        changed = bytes.littleEndian(at: 5)
        errorOffset = bytes.littleEndian(at: 6)
        checksum = bytes.littleEndian(at: 7)
    }

    package func write(to bytes: UnsafeMutableRawPointer) {
        let words = [
            disposition, recordsApplied, recordsRejected, orphanUpdates, orphanDeletes, changed,
            errorOffset, checksum,
        ]
        for (index, word) in words.enumerated() { bytes.storeLittleEndian(word, at: index) }
    }
}

/// The values of `AppliedAnswer.disposition`.
package enum AnsweredDisposition: UInt32, CaseIterable, Sendable {
    case applied = 0
    case stale = 1
    case held = 2
    case rejected = 3
}

extension UnsafeRawPointer {
    /// The integer with a number, from 0.
    func littleEndian(at index: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
}

extension UnsafeMutableRawPointer {
    func storeLittleEndian(_ value: UInt32, at index: Int) {
        storeBytes(of: value.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
    }
}
