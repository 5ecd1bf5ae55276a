import Foundation
import OddsMeasurement
import Testing

@testable import OddsHarness

/// Both ends of a ring within this process.
private struct RingPair: ~Copyable {
    var writer: FrameRingWriter
    var reader: FrameRingReader

    init(capacityBytes: Int) throws {
        let mapping = try SharedMapping(byteCount: FrameRing.headerBytes + capacityBytes)
        reader = FrameRingReader(
            try SharedMapping(fileDescriptor: dup(mapping.fileDescriptor)),
            feed: FeedChannels(["test"]))
        writer = FrameRingWriter(mapping)
    }

    mutating func append(_ frame: [UInt8], _ ticket: FrameTicket) throws -> Bool {
        try frame.withUnsafeBytes { try writer.append($0, ticket: ticket) }
    }

    /// The next frame, released at once.
    mutating func read() -> (ticket: FrameTicket, text: [UInt8])? {
        guard let frame = reader.next() else { return nil }
        let copy = (frame.ticket, Array(frame.bytes))
        reader.release()
        return copy
    }
}

@Suite struct FrameRingTests {
    private func ticket(_ number: Int) -> FrameTicket {
        FrameTicket(
            intendedNanoseconds: UInt64(number), updateCount: number % 7, channel: number % 3,
            isPreload: number % 2 == 0)
    }

    /// Frame `number`, of a length that changes with it.
    private func text(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number * 37 % 500)
    }

    @Test func framesArriveInOrderThroughManyRounds() throws {
        var ring = try RingPair(capacityBytes: 4096)
        var hasher = SHA256Digest.Hasher()
        var readCount = 0
        var writtenCount = 0
        let total = 500
        while readCount < total {
            while writtenCount < total {
                let frame = text(writtenCount)
                guard try ring.append(frame, ticket(writtenCount)) else { break }
                (frame + [0x0A]).withUnsafeBytes { hasher.update($0) }
                writtenCount += 1
            }
            // Not all of what is there, so that the ring is read at all fills.
            for _ in 0..<min(writtenCount - readCount, 1 + readCount % 5) {
                let frame = ring.read()
                #expect(frame?.ticket == ticket(readCount))
                #expect(frame?.text == text(readCount))
                readCount += 1
            }
        }
        ring.writer.finish()
        let (end, waitCount, digest) = (
            ring.read() == nil, ring.reader.waitCount, ring.reader.trafficDigest)
        #expect(end)
        #expect(waitCount == 0)
        #expect(digest == hasher.finalize().bytes)
    }

    @Test func fullRingTakesNothingUntilSomethingIsReleased() throws {
        var ring = try RingPair(capacityBytes: 1024)
        let frame = [UInt8](repeating: 7, count: 400)
        var taken = [try ring.append(frame, ticket(1)), try ring.append(frame, ticket(2))]
        taken.append(try ring.append(frame, ticket(3)))
        _ = ring.reader.next()
        taken.append(try ring.append(frame, ticket(3)))
        ring.reader.release()
        taken.append(try ring.append(frame, ticket(3)))
        #expect(taken == [true, true, false, false, true])
    }

    @Test func isReadyWhereTheNextFrameNeedsNoWaiting() throws {
        var ring = try RingPair(capacityBytes: 1024)
        var ready = [ring.reader.isReady()]
        _ = try ring.append([1], ticket(1))
        ready.append(ring.reader.isReady())
        _ = ring.read()
        ready.append(ring.reader.isReady())
        ring.writer.finish()
        ready.append(ring.reader.isReady())
        ring.reader.waitUntilReady()
        let (end, waitCount) = (ring.read() == nil, ring.reader.waitCount)
        #expect(ready == [false, true, false, true])
        #expect(end)
        #expect(waitCount == 0)
    }

    @Test func frameThatCanNeverFitIsAnError() throws {
        var ring = try RingPair(capacityBytes: 1024)
        let frame = [UInt8](repeating: 7, count: 600)
        #expect(throws: HarnessError.frameTooLarge(bytes: 600, capacityBytes: 512)) {
            _ = try ring.append(frame, ticket(1))
        }
    }

    @Test func monitorHasTheDigestOnceTheProducerHasFinished() throws {
        let monitor = try FrameRingMonitor(byteCount: FrameRing.headerBytes + 1024)
        var writer = FrameRingWriter(
            try SharedMapping(fileDescriptor: dup(monitor.fileDescriptor)))
        let digestBefore = monitor.trafficDigest
        writer.finish()
        #expect(digestBefore == nil)
        #expect(monitor.trafficDigest?.count == 32)
    }

    @Test func ordinaryFileDescriptorIsNoMapping() throws {
        #expect(throws: HarnessError.self) {
            _ = try SharedMapping(fileDescriptor: open("/dev/null", O_RDONLY))
        }
    }
}
