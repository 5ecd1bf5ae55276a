import Foundation

/// Resident memory of the current process, in bytes.
public struct ProcessMemory: Equatable, Sendable {
    /// What is resident now.
    public let residentBytes: Int
    /// The most that was resident since the process began, or since
    /// `resetPeak`.
    public let residentBytesPeak: Int
    /// Resident memory with each shared page divided by the number of
    /// processes that share it, but without memory shared through files in
    /// memory; `nil` on kernels before 5.9.
    public let proportionalBytes: Int?

    /// Asks the operating system; `nil` where that is not implemented (all
    /// but Linux). Takes up to a millisecond, as the page table is walked.
    public static func current() -> ProcessMemory? {
        // Read once, so that the figures are those of one moment.
        let rollup = SystemFile.text("/proc/self/smaps_rollup")
        func bytes(_ name: String) -> Int? {
            rollup.flatMap { SystemFile.kilobytes(of: name, inText: $0) }.map { $0 * 1024 }
        }
        let peak = SystemFile.kilobytes(of: "VmHWM", in: "/proc/self/status")
        guard let resident = bytes("Rss"), let peak else { return nil }
        let anonymous = bytes("Pss_Anon")
        let files = bytes("Pss_File")
        // The kernel updates its high-water mark in steps, so that it can be
        // a few pages behind the exact present.
        return ProcessMemory(
            residentBytes: resident, residentBytesPeak: max(peak * 1024, resident),
            proportionalBytes: anonymous.flatMap { own in files.map { own + $0 } })
    }

    /// Lets the peak start anew from what is resident now. Returns whether the
    /// operating system did so.
    @discardableResult
    public static func resetPeak() -> Bool {
        SystemFile.write("5", to: "/proc/self/clear_refs")
    }
}
