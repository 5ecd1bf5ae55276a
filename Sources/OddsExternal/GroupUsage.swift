import Foundation
import OddsMeasurement

/// The resources of a program and of all processes that it has started within its group.
package struct GroupUsage: Equatable, Sendable {
    /// Processor time of all threads, in the kernel too.
    package var processorNanoseconds: UInt64
    /// Resident, without shared memory.
    package var residentBytes: Int
    /// The sum of what each had at most, without shared memory.
    package var residentBytesPeak: Int

    /// `nil` where that is not implemented (all but Linux).
    package static func of(group: Int32) -> GroupUsage? {
        let parts = processes(of: group).compactMap { ProcessUsage.of(process: $0) }
        guard !parts.isEmpty else { return nil }
        return GroupUsage(
            processorNanoseconds: UInt64(parts.map(\.processorSeconds).reduce(0, +) * 1e9),
            residentBytes: parts.map(\.ownResidentBytes).reduce(0, +),
            residentBytesPeak: parts.map(\.ownResidentBytesPeak).reduce(0, +))
    }

    /// Those of a group that run.
    private static func processes(of group: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { getpgid($0) == group }
    }
}
