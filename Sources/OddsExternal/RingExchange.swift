import Foundation
import OddsMeasurement
import Synchronization

/// The layout of the memory that `bench` and a program share.
package struct RingLayout: Equatable, Sendable {
    /// Powers of two, in bytes.
    package let messageBytes: Int
    package let answerBytes: Int

    package init(messageBytes: Int, answerBytes: Int) {
        precondition(messageBytes.nonzeroBitCount == 1 && answerBytes.nonzeroBitCount == 1)
        self.messageBytes = messageBytes
        self.answerBytes = answerBytes
    }

    /// Room for twice the largest frame there may be.
    package static let standard = RingLayout(messageBytes: 1 << 27, answerBytes: 1 << 20)

    static let messagePosition = 0
    static let answerPosition = 64
    static let messages = 4096
    var answers: Int { Self.messages + messageBytes }
    var byteCount: Int { answers + answerBytes }

    /// Where a message of so many bytes begins that follows a position: a multiple of
    /// eight, in one piece.
    static func start(of byteCount: Int, after position: UInt64, in ringBytes: Int) -> UInt64 {
        let start = (position + 7) & ~7
        let offset = Int(start % UInt64(ringBytes))
        return offset + byteCount <= ringBytes ? start : start + UInt64(ringBytes - offset)
    }
}

/// Memory that two processes have mapped.
final class RingMemory {
    let base: UnsafeMutableRawPointer
    let layout: RingLayout

    /// `nil` if it cannot be mapped.
    init?(_ descriptor: Int32, _ layout: RingLayout) {
        let address = mmap(
            nil, layout.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { return nil }
        base = address
        self.layout = layout
    }

    deinit { munmap(base, layout.byteCount) }

    func position(at offset: Int) -> UInt64 {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
            .pointee.load(ordering: .acquiring)
    }

    func publish(_ position: UInt64, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
            .pointee.store(position, ordering: .releasing)
    }

    /// Room for a message after a position, and the position at which it ends. Marks that
    /// it wraps around.
    func room(
        for byteCount: Int, after position: UInt64, ring: Int, ringBytes: Int
    ) -> (room: UnsafeMutableRawPointer, end: UInt64) {
        let next = (position + 7) & ~7
        let start = RingLayout.start(of: byteCount, after: position, in: ringBytes)
        if start != next {
            (base + ring + Int(next % UInt64(ringBytes)))
                .storeLittleEndian(StrategyMessage.wrapMark, at: 0)
        }
        return (base + ring + Int(start % UInt64(ringBytes)), start + UInt64(byteCount))
    }

    /// The message after a position.
    func message(
        after position: UInt64, ring: Int, ringBytes: Int
    ) -> (head: UnsafeMutableRawPointer, start: UInt64) {
        var start = (position + 7) & ~7
        let offset = Int(start % UInt64(ringBytes))
        let head = UnsafeRawPointer(base + ring + offset)
        if head.littleEndian(at: 0) == StrategyMessage.wrapMark {
            start += UInt64(ringBytes - offset)
        }
        return (base + ring + Int(start % UInt64(ringBytes)), start)
    }
}

/// Messages through shared memory. Allocates nothing. One thread owns it.
final class RingExchange {
    private let shared: SharedRing
    private let process: ProgramProcess
    private let clock = MonotonicClock()
    private var messageEnd: UInt64 = 0
    private var answerEnd: UInt64 = 0

    init(_ shared: SharedRing, _ process: ProgramProcess) {
        self.shared = shared
        self.process = process
    }

    private var memory: RingMemory { shared.mapping }

    func send(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) {
        let count = first.count + second.count
        // The ring holds twice the largest legal frame, and no source has larger ones.
        precondition(count <= memory.layout.messageBytes)
        let (room, end) = memory.room(
            for: count, after: messageEnd, ring: RingLayout.messages,
            ringBytes: memory.layout.messageBytes)
        room.copyMemory(from: first.baseAddress!, byteCount: first.count)
        if let base = second.baseAddress {
            (room + first.count).copyMemory(from: base, byteCount: second.count)
        }
        messageEnd = end
        memory.publish(end, at: RingLayout.messagePosition)
        var one: UInt64 = 1
        _ = write(shared.event, &one, 8)
    }

    /// Waits for an answer whose content has a known size. Its bytes are valid until the next
    /// message.
    func receive(
        _ kind: StrategyMessage.Kind, sequence: UInt32, count: Int, by deadline: UInt64
    ) throws(ExchangeError) -> UnsafeRawBufferPointer {
        let bytes = try nextAnswer(by: deadline)
        try MessageHead(bytes.baseAddress!).check(kind, sequence: sequence, count: count)
        return UnsafeRawBufferPointer(rebasing: bytes.dropFirst(StrategyMessage.headBytes))
    }

    /// Waits for an answer of any size; `nil` if it is on the pipe.
    func receiveText(
        _ kind: StrategyMessage.Kind, sequence: UInt32, by deadline: UInt64
    ) throws(ExchangeError) -> [UInt8]? {
        let bytes = try nextAnswer(by: deadline)
        let head = MessageHead(bytes.baseAddress!)
        guard head.kind != StrategyMessage.Kind.answeredByPipe.rawValue else { return nil }
        try head.check(kind, sequence: sequence, count: bytes.count - StrategyMessage.headBytes)
        return Array(bytes.dropFirst(StrategyMessage.headBytes))
    }

    private func nextAnswer(
        by deadline: UInt64
    ) throws(ExchangeError) -> UnsafeRawBufferPointer {
        var spins: UInt32 = 0
        var end = memory.position(at: RingLayout.answerPosition)
        while end == answerEnd {
            spins &+= 1
            if spins % 4096 == 0 {
                if process.hasEnded { throw .ended }
                if clock.now >= deadline { throw .timeout }
            }
            end = memory.position(at: RingLayout.answerPosition)
        }
        let ringBytes = memory.layout.answerBytes
        let (head, start) = memory.message(
            after: answerEnd, ring: memory.layout.answers, ringBytes: ringBytes)
        let offset = Int(start % UInt64(ringBytes))
        guard end > start, case let count = end - start, count <= UInt64(ringBytes - offset),
            count >= UInt64(StrategyMessage.headBytes)
        else {
            throw .garbage("the position \(end) is not the end of an answer after \(answerEnd)")
        }
        answerEnd = end
        return UnsafeRawBufferPointer(start: head, count: Int(count))
    }
}
