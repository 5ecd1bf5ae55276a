import Foundation

/// Resident memory of the current process, in bytes.
public struct ProcessMemory: Equatable, Sendable {
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
        let resident = SystemFile.kilobytes(of: "Rss", in: "/proc/self/smaps_rollup")
        let peak = SystemFile.kilobytes(of: "VmHWM", in: "/proc/self/status")
        guard let resident, let peak else { return nil }
        let proportional = SystemFile.kilobytes(of: "Pss", in: "/proc/self/smaps_rollup")
        let shared = SystemFile.kilobytes(of: "Pss_Shmem", in: "/proc/self/smaps_rollup")
        // The kernel updates its high-water mark in steps, so that it can be
        // a few pages behind the exact present.
        return ProcessMemory(
            residentBytes: resident * 1024, residentBytesPeak: max(peak, resident) * 1024,
            proportionalBytes: proportional.flatMap { all in
                shared.map { (all - $0) * 1024 }
            })
    }

    /// Lets the peak start anew from what is resident now. Returns whether the
    /// operating system did so.
    @discardableResult
    public static func resetPeak() -> Bool {
        SystemFile.write("5", to: "/proc/self/clear_refs")
    }
}
