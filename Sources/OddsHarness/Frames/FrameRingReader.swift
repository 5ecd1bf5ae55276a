import Foundation
import Synchronization

/// The measuring process's end of a ring. One thread owns it; it allocates
/// nothing.
public struct FrameRingReader: FrameSource, ~Copyable {
    public let channelNames: [String]
    public private(set) var waitCount = 0

    private let mapping: SharedMapping
    private let header: FrameRing.Header
    private let capacityBytes: UInt64
    /// Where the next entry begins.
    private var position: UInt64 = 0
    /// What the producer had written when last looked at.
    private var writtenSeen: UInt64 = 0

    public init(_ mapping: consuming SharedMapping, channelNames: [String]) {
        self.channelNames = channelNames
        header = FrameRing.Header(mapping.base)
        capacityBytes = UInt64(
            (mapping.byteCount - FrameRing.headerBytes) / FrameRing.Head.bytes
                * FrameRing.Head.bytes)
        self.mapping = mapping
    }

    public var mappedBytes: Int { mapping.byteCount }

    /// Sleeps until the ring is full or holds all frames.
    public func waitUntilPrimed() {
        while state == .filling { usleep(1_000) }
    }

    /// The SHA-256 of the frames, `nil` until all of them have been written.
    public var trafficDigest: [UInt8]? { header.trafficDigest }

    /// Whether the producer ended before it had written all frames.
    public var hasFailed: Bool { state == .failed }

    public mutating func next() -> ScheduledFrame? {
        while let head = nextHead() {
            if head.kind == FrameRing.EntryKind.gap.rawValue {
                position += capacityBytes - position % capacityBytes
                continue
            }
            let start = entry + FrameRing.Head.bytes
            let byteCount = Int(head.byteCount)
            position += UInt64(FrameRing.Head.entryBytes(byteCount))
            header.progressNanoseconds.pointee.store(
                head.ticket.intendedNanoseconds, ordering: .relaxed)
            return ScheduledFrame(
                ticket: head.ticket,
                bytes: UnsafeRawBufferPointer(start: start, count: byteCount))
        }
        return nil
    }

    public mutating func release() {
        header.released.pointee.store(position, ordering: .releasing)
    }

    private var entry: UnsafeRawPointer {
        UnsafeRawPointer(mapping.base) + FrameRing.headerBytes + Int(position % capacityBytes)
    }

    private var state: FrameRing.State {
        FrameRing.State(rawValue: header.state.pointee.load(ordering: .acquiring)) ?? .failed
    }

    /// The head of the next entry, `nil` if there is none and never will be.
    private mutating func nextHead() -> FrameRing.Head? {
        if position == writtenSeen {
            guard waitForWriter() else { return nil }
        }
        return entry.load(as: FrameRing.Head.self)
    }

    private mutating func waitForWriter() -> Bool {
        var hasWaited = false
        while true {
            // The state is read first: what a finished producer wrote is
            // visible to whoever has seen that it finished.
            let state = state
            writtenSeen = header.written.pointee.load(ordering: .acquiring)
            if writtenSeen != position { return true }
            if state == .finished || state == .failed { return false }
            if !hasWaited { waitCount += 1 }
            hasWaited = true
        }
    }
}
