import Foundation

/// The resources of any process of this user: what it is resident with, and the processor
/// time that it has taken.
package struct ProcessUsage: Equatable, Sendable {
    /// What is resident now, in bytes.
    package let residentBytes: Int
    /// The most that was resident since the process began.
    package let residentBytesPeak: Int
    /// The same two without what it shares with others by files in memory.
    package let ownResidentBytes: Int
    package let ownResidentBytesPeak: Int
    /// Processor time of all its threads, in the kernel too.
    package let processorSeconds: Double

    /// Asks the operating system; `nil` if there is no such process, and where that is not
    /// implemented (all but Linux).
    package static func of(process id: Int32) -> ProcessUsage? {
        guard let status = SystemFile.text("/proc/\(id)/status"),
            let resident = SystemFile.kilobytes(of: "VmRSS", inText: status),
            let peak = SystemFile.kilobytes(of: "VmHWM", inText: status),
            let ticks = SystemFile.text("/proc/\(id)/stat").flatMap(processorTicks)
        else { return nil }
        let shared = SystemFile.kilobytes(of: "RssShmem", inText: status) ?? 0
        return ProcessUsage(
            residentBytes: resident * 1_024, residentBytesPeak: max(peak, resident) * 1_024,
            ownResidentBytes: (resident - shared) * 1_024,
            ownResidentBytesPeak: (max(peak, resident) - shared) * 1_024,
            processorSeconds: Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// The process that asks.
    package static func current() -> ProcessUsage? {
        of(process: ProcessInfo.processInfo.processIdentifier)
    }

    /// The sum of `utime` and `stime`, the 14th and the 15th field. The second is a name in
    /// parentheses, which may have spaces and parentheses itself.
    static func processorTicks(_ stat: String) -> Int? {
        guard let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[end...].dropFirst().split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            return nil
        }
        return user + system
    }
}
