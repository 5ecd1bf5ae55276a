import Foundation

/// The machine as a report describes it.
public struct Machine: Codable, Equatable, Sendable {
    /// Cores that the process may use.
    public let coreCount: Int
    /// The processor's name, `nil` where the system does not report it.
    public let processor: String?
    /// Physical memory.
    public let memoryBytes: UInt64
    /// The name and version of the operating system.
    public let operatingSystem: String
    /// The kernel's release.
    public let kernel: String
    /// The processor's architecture, as `uname` spells it.
    public let architecture: String

    /// The machine that this runs on.
    public static func current() -> Machine {
        var name = utsname()
        uname(&name)
        return Machine(
            coreCount: ProcessInfo.processInfo.activeProcessorCount,
            processor: SystemFile.value(of: "model name", in: "/proc/cpuinfo"),
            memoryBytes: ProcessInfo.processInfo.physicalMemory,
            operatingSystem: ProcessInfo.processInfo.operatingSystemVersionString,
            kernel: withUnsafeBytes(of: name.release) { text($0) },
            architecture: withUnsafeBytes(of: name.machine) { text($0) })
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// How long the machine's processors have run since it started, as a sum over
/// all of them, in the kernel's ticks.
public struct ProcessorTime: Sendable {
    /// The ticks of all processors, idle ones included.
    public let totalTicks: UInt64
    /// Time that the hypervisor gave to others while this machine had work.
    public let stolenTicks: UInt64

    /// The times now, `nil` where the system does not report them.
    public static func current() -> ProcessorTime? {
        guard let line = SystemFile.text("/proc/stat")?.split(separator: "\n").first else {
            return nil
        }
        // cpu user nice system idle iowait irq softirq steal …; what guests
        // took follows, and is part of user and nice.
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
        guard ticks.count == 8 else { return nil }
        return ProcessorTime(totalTicks: ticks.reduce(0, +), stolenTicks: ticks[7])
    }

    /// The share of stolen time between `start` and this moment, 0 to 1.
    public func stolenShare(since start: ProcessorTime) -> Double {
        let total = totalTicks - start.totalTicks
        return total == 0 ? 0 : Double(stolenTicks - start.stolenTicks) / Double(total)
    }
}
