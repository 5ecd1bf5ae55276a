import Foundation

/// The process's resident set, in bytes. Read from `/proc`; elsewhere there is
/// none to read, and figures of memory are left out.
struct ResidentMemory {
    let current: Int
    /// The most since `resetPeak`.
    let peak: Int

    #if os(Linux)
        init?() {
            guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
                let current = Self.bytes(after: "VmRSS:", in: status),
                let peak = Self.bytes(after: "VmHWM:", in: status)
            else { return nil }
            self.current = current
            self.peak = peak
        }

        static func resetPeak() {
            guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
            file.write(Data("5".utf8))
        }

        private static func bytes(after name: String, in status: String) -> Int? {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
            guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
            else { return nil }
            return Int(kilobytes).map { $0 << 10 }
        }
    #else
        init?() { nil }

        static func resetPeak() {}
    #endif
}
