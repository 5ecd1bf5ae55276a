/// Cuts frames into messages that the server takes.
package struct FrameSplitter: Sendable {
    private let payloadBytes: Int

    /// - Parameter messageBytesMax: the server's limit of a message, headers included.
    package init(messageBytesMax: Int) {
        payloadBytes = FleetLimits.payloadBytes(messageBytesMax: messageBytesMax)
    }

    /// The messages of a frame, nearly always one. They share the frame's memory.
    package func messages(
        of frame: FleetFrame
    ) -> [(header: FrameHeader, bytes: ArraySlice<UInt8>)] {
        PartNumber.split(frame.bytes, payloadBytes: payloadBytes).map {
            (FrameHeader(frame, part: $0.number), $0.bytes)
        }
    }
}

/// Puts the frames of one topic together again. Parts may come in any order, twice, or never.
package struct FrameAssembler: Sendable {
    /// Frames of which parts are missing; the lowest is given up for one more.
    package static let unfinishedMax = 4

    /// Frames that were given up, and messages that contradict others.
    package private(set) var dropped = 0
    /// The bytes of unfinished frames, `FleetLimits.bytesMax` at most.
    package private(set) var byteCount = 0
    private var unfinished: [(header: FrameHeader, parts: PartCollector)] = []

    /// An assembler without a frame.
    package init() {}

    /// Takes a message, and returns its frame once no part is missing.
    ///
    /// - Complexity: O(bytes of the frame) for the last part, else O(1).
    package mutating func receive(_ header: FrameHeader, _ bytes: [UInt8]) -> FleetFrame? {
        guard bytes.count <= FleetLimits.bytesMax else {
            dropped += 1
            return nil
        }
        if header.part.parts == 1 { return FleetFrame(header, bytes) }
        let index: Int
        if let found = unfinished.firstIndex(where: { $0.header.isPart(ofFrameOf: header) }) {
            index = found
        } else {
            unfinished.append((header, PartCollector(parts: header.part.parts)))
            index = unfinished.count - 1
        }
        guard unfinished[index].header.agrees(with: header) else {
            dropped += 1
            return nil
        }
        byteCount -= unfinished[index].parts.byteCount
        unfinished[index].parts.add(header.part, bytes)
        byteCount += unfinished[index].parts.byteCount
        guard byteCount <= FleetLimits.bytesMax, let whole = unfinished[index].parts.whole else {
            keepWithinBounds()
            return nil
        }
        remove(at: index)
        return FleetFrame(header, whole)
    }

    /// Gives up the frames that have the least chance still to be of use.
    private mutating func keepWithinBounds() {
        while unfinished.count > Self.unfinishedMax || byteCount > FleetLimits.bytesMax,
            let lowest = unfinished.indices.min(by: {
                let (left, right) = (unfinished[$0].header, unfinished[$1].header)
                return (left.epoch, left.number) < (right.epoch, right.number)
            })
        {
            remove(at: lowest)
            dropped += 1
        }
    }

    private mutating func remove(at index: Int) {
        byteCount -= unfinished[index].parts.byteCount
        unfinished.remove(at: index)
    }
}

extension FrameHeader {
    fileprivate func isPart(ofFrameOf other: FrameHeader) -> Bool {
        epoch == other.epoch && number == other.number
    }

    fileprivate func agrees(with other: FrameHeader) -> Bool {
        version == other.version && recordCount == other.recordCount
            && dueNanoseconds == other.dueNanoseconds && part.parts == other.part.parts
    }
}

extension FleetFrame {
    fileprivate convenience init(_ header: FrameHeader, _ bytes: [UInt8]) {
        self.init(
            epoch: header.epoch, number: header.number, version: header.version,
            recordCount: header.recordCount, dueNanoseconds: header.dueNanoseconds, bytes: bytes)
    }
}
