import Foundation

/// The processes that one has started, and those that they have started. Most lead a process
/// group.
package enum ChildProcesses {
    /// Kills those of this process. Only Linux lists them; elsewhere those that measure end by
    /// themselves, as their output has no reader any more.
    package static func kill() { kill { children(of: getpid()) } }

    /// Kills a process and those that it has started.
    static func kill(_ process: pid_t) { kill { [process] } }

    /// Kills processes, all that they have started, and what else is in the groups of these.
    /// Each is stopped before its own are listed, until there are no more: one of them may
    /// just have been starting another.
    private static func kill(_ roots: () -> [pid_t]) {
        var all: [pid_t] = []
        while case let more = stopped(roots()).filter({ !all.contains($0) }), !more.isEmpty {
            all += more
        }
        for group in Set(all.map(getpgid)) where group > 1 && group != getpgrp() {
            Foundation.kill(-group, SIGKILL)
        }
        for process in all { Foundation.kill(process, SIGKILL) }
    }

    private static func stopped(_ processes: [pid_t]) -> [pid_t] {
        processes.flatMap { process in
            Foundation.kill(process, SIGSTOP)
            return [process] + stopped(children(of: process))
        }
    }

    /// Signals each of them.
    ///
    /// - Parameters:
    ///   - number: The signal.
    ///   - parent: Whose they are.
    package static func signal(_ number: Int32, of parent: pid_t = getpid()) {
        for process in of(parent) { Foundation.kill(process, number) }
    }

    /// Those of a process, each before those that it has started; none where the system does
    /// not list them.
    package static func of(_ parent: pid_t) -> [pid_t] {
        children(of: parent).flatMap { [$0] + of($0) }
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        #if os(Linux)
            let threads = "/proc/\(parent)/task"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
            return names.flatMap { name in
                let list = FileManager.default.contents(atPath: "\(threads)/\(name)/children")
                return String(decoding: list ?? Data(), as: UTF8.self).split(separator: " ")
                    .compactMap { pid_t($0) }.filter { $0 > 1 }
            }
        #else
            return []
        #endif
    }
}
