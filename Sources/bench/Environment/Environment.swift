import Foundation
import OddsHarness
import OddsMeasurement

extension EnvironmentDescription {
    /// This machine and this program.
    ///
    /// - Parameters:
    ///   - start: When the command began.
    ///   - processorTime: As it was then.
    static func current(since start: Date, processorTime: ProcessorTime?) -> Self {
        let stolen: Double? =
            if let processorTime, let now = ProcessorTime.current() {
                now.stolenShare(since: processorTime)
            } else { nil }
        return EnvironmentDescription(
            machine: .current(),
            toolchain: Tool.firstLine(of: ["swift", "--version"]),
            allocator: Allocator.name,
            buildMode: "release",
            commit: commit,
            stolenShare: stolen,
            startedAt: ISO8601DateFormatter().string(from: start),
            missing: Allocator.probe() == nil ? [Allocator.missingReason] : [])
    }

    private static var commit: String? {
        guard let folder = try? ReleaseBuild.packageFolder().path,
            let commit = Tool.firstLine(of: ["git", "-C", folder, "rev-parse", "HEAD"])
        else { return nil }
        let changes = Tool.firstLine(of: ["git", "-C", folder, "status", "--porcelain"])
        return changes == nil ? commit : commit + "-dirty"
    }
}

/// Programs that are asked about themselves.
enum Tool {
    /// The first line that a program prints; `nil` if it prints none, fails or
    /// is not there.
    static func firstLine(of command: [String]) -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first.map(String.init)
    }
}
