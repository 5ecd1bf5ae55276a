import CLinux
import Foundation

/// The program of this project that started this one, if one did.
package enum ParentProcess {
    /// Has the number of the process that is not to be outlived by those that it starts. What
    /// these start in turn inherits it, and has another parent.
    package static let variable = "ODDSBENCH_PARENT"

    /// Has this process killed once that parent ends, even if it is stopped, or its parent was
    /// killed; without effect in a process that others started, and on other systems than Linux.
    ///
    /// - Precondition: Called on the main thread, which lives as long as the process.
    package static func endWithIt() {
        precondition(Thread.isMainThread)
        guard let number = ProcessInfo.processInfo.environment[variable].flatMap({ Int32($0) })
        else { return }
        _ = clinux_end_with_parent(number)
    }
}
