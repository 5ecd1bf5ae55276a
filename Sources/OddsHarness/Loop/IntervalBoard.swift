import OddsResults
import Synchronization

/// Shared memory through which the measuring process shows the intervals of its
/// series to the process that supervises it: the latest sixteen, by number.
///
/// One thread writes, which is not the measured one. A reader that is so late that
/// a slot was written again drops it.
@usableFromInline
package struct IntervalBoard: Equatable, @unchecked Sendable {
    private let count: UnsafeMutablePointer<Atomic<UInt64>>
    private let slots: UnsafeMutablePointer<Slot>

    private static let slotCount = 16

    /// - Parameter base: Zeroed memory of `byteCount` bytes that outlives the board.
    init(_ base: UnsafeMutableRawPointer) {
        count = base.assumingMemoryBound(to: Atomic<UInt64>.self)
        slots = (base + 128).assumingMemoryBound(to: Slot.self)
    }

    static var byteCount: Int { 128 + slotCount * MemoryLayout<Slot>.stride }

    fileprivate struct Slot: BitwiseCopyable {
        var atNanoseconds: UInt64
        var nanoseconds: UInt64
        var frames: UInt64
        var updates: UInt64
        /// `none` for a missing figure, as in those below.
        var responseP50: UInt64
        var responseP99: UInt64
        var responseMax: UInt64
        var serviceP50: UInt64
        var serviceP99: UInt64
        var residentBytes: UInt64
        var allocatedBytes: UInt64

        static let none = UInt64.max
    }

    /// Adds an interval.
    func show(_ sample: SeriesSample, of record: IntervalRecord) {
        let number = count.pointee.load(ordering: .relaxed)
        slots[Int(number) % Self.slotCount] = Slot(
            atNanoseconds: sample.atNanoseconds, nanoseconds: record.nanoseconds,
            frames: record.responseTime.count, updates: record.updates,
            responseP50: sample.responseTime.p50 ?? Slot.none,
            responseP99: sample.responseTime.p99 ?? Slot.none,
            responseMax: sample.responseTime.max ?? Slot.none,
            serviceP50: sample.serviceTime?.p50 ?? Slot.none,
            serviceP99: sample.serviceTime?.p99 ?? Slot.none,
            residentBytes: sample.residentBytes.map { UInt64($0) } ?? Slot.none,
            allocatedBytes: sample.allocatedBytes.map { UInt64($0) } ?? Slot.none)
        count.pointee.store(number + 1, ordering: .releasing)
    }

    /// The intervals from a number on, as far as they are still there.
    func intervals(from first: Int) -> [LiveInterval] {
        let shown = Int(count.pointee.load(ordering: .acquiring))
        let kept = (max(first, shown - Self.slotCount)..<max(shown, first)).map { number in
            (number, slots[number % Self.slotCount])
        }
        let overwritten = Int(count.pointee.load(ordering: .acquiring)) - Self.slotCount
        // The slot after the last one that is counted may be being written.
        return kept.filter { $0.0 > overwritten }.map { LiveInterval(number: $0.0, $0.1) }
    }
}

extension LiveInterval {
    fileprivate init(number: Int, _ slot: IntervalBoard.Slot) {
        func figure(_ value: UInt64) -> UInt64? {
            value == IntervalBoard.Slot.none ? nil : value
        }
        self.init(
            number: number, atNanoseconds: slot.atNanoseconds,
            responseP50: figure(slot.responseP50), responseP99: figure(slot.responseP99),
            responseMax: figure(slot.responseMax), serviceP50: figure(slot.serviceP50),
            serviceP99: figure(slot.serviceP99), frames: slot.frames, updates: slot.updates,
            seconds: Double(slot.nanoseconds) / 1e9,
            residentBytes: figure(slot.residentBytes).map { Int($0) },
            allocatedBytes: figure(slot.allocatedBytes).map { Int($0) })
    }
}
