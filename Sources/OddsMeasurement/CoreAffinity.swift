import CLinux

/// Which cores a thread may run on.
///
/// Only Linux supports this; elsewhere there are no cores to choose from, and
/// the system places measured threads.
public enum CoreAffinity {
    /// The cores that the calling thread may use, ascending; empty where the
    /// system does not report them.
    public static func allowedCores() -> [Int] {
        var isAllowed = [UInt8](repeating: 0, count: coreCountMax)
        guard clinux_allowed_cores(&isAllowed, isAllowed.count) == 0 else { return [] }
        return isAllowed.indices.filter { isAllowed[$0] != 0 }
    }

    /// Keeps the calling thread, and threads that it starts from now on, on
    /// `cores`. Returns whether the system does so.
    @discardableResult
    public static func pin(to cores: [Int]) -> Bool {
        var isAllowed = [UInt8](repeating: 0, count: coreCountMax)
        for core in cores where isAllowed.indices.contains(core) { isAllowed[core] = 1 }
        return !cores.isEmpty && clinux_pin(isAllowed, isAllowed.count) == 0
    }

    /// The size of Linux's own `cpu_set_t`.
    private static let coreCountMax = 1024
}

/// How the cores are shared out: one for the measured thread alone, the others
/// for all that goes on beside it.
public struct CoreAssignment: Equatable, Sendable {
    /// The measured thread's, the last of those allowed, as the system's own
    /// work tends to be on the first; `nil` if there is only one.
    public let measured: Int?
    /// The others; all that are allowed if none is set apart.
    public let others: [Int]

    /// - Parameter allowed: the numbers of the cores that the process may use.
    public init(allowed: [Int]) {
        measured = allowed.count > 1 ? allowed.last : nil
        others = allowed.count > 1 ? allowed.dropLast() : allowed
    }
}
