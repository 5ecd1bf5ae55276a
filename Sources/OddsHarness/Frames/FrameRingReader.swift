import Foundation
import OddsCapture
import Synchronization

/// The measuring process's end of a ring. One thread owns it. Reading
/// allocates nothing.
package struct FrameRingReader: ProducedFrames, ~Copyable {
    package let provider: FeedProvider
    package let channelNames: [String]
    package private(set) var waitCount = 0

    private let mapping: SharedMapping
    private let header: FrameRing.Header
    private let capacityBytes: UInt64
    /// Where the next entry begins.
    private var position: UInt64 = 0
    /// The producer's position when it was last read.
    private var writtenSeen: UInt64 = 0

    package init(_ mapping: consuming SharedMapping, feed: FeedChannels) {
        provider = feed.provider
        channelNames = feed.names
        header = FrameRing.Header(mapping.base)
        capacityBytes = UInt64(
            (mapping.byteCount - FrameRing.headerBytes) / FrameRing.Head.bytes
                * FrameRing.Head.bytes)
        self.mapping = mapping
    }

    package var mappedBytes: Int { mapping.byteCount }

    /// Sleeps until the ring has been full once or holds all frames.
    package func waitUntilPrimed() {
        while header.isIn(.filling), !isEndRequested { usleep(1_000) }
    }

    /// The SHA-256 of the frames; `nil` until all of them have been written.
    package var trafficDigest: [UInt8]? { header.trafficDigest }

    /// Where the measuring process shows the intervals of its series.
    package var board: IntervalBoard { header.board }

    package var hasEndedEarly: Bool { header.earlyEnd.pointee.load(ordering: .relaxed) == 1 }

    private var isEndRequested: Bool {
        header.endRequest.pointee.load(ordering: .relaxed) == 1
    }

    package mutating func next() -> ScheduledFrame? {
        guard !isEndRequested else {
            header.earlyEnd.pointee.store(1, ordering: .releasing)
            return nil
        }
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

    package mutating func release() {
        header.released.pointee.store(position, ordering: .releasing)
    }

    private var entry: UnsafeRawPointer {
        UnsafeRawPointer(mapping.base) + FrameRing.headerBytes + Int(position % capacityBytes)
    }

    /// The head of the next entry; `nil` after the last one.
    private mutating func nextHead() -> FrameRing.Head? {
        if position == writtenSeen {
            guard waitForWriter() else { return nil }
        }
        return entry.load(as: FrameRing.Head.self)
    }

    private mutating func waitForWriter() -> Bool {
        if !isReady() {
            waitCount += 1
            while !isReady(), !isEndRequested {}
        }
        return writtenSeen != position
    }

    package mutating func isReady() -> Bool {
        guard position == writtenSeen else { return true }
        // The state is read first: once it reads as finished, all that the producer
        // wrote is visible.
        let isFinished = header.isIn(.finished)
        writtenSeen = header.written.pointee.load(ordering: .acquiring)
        return writtenSeen != position || isFinished
    }

    package mutating func waitUntilReady() {
        guard !isReady() else { return }
        waitCount += 1
        repeat { usleep(1_000) } while !isReady()
    }
}
