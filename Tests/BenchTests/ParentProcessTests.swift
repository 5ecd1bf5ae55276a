import Foundation
import OddsFixtures
import Testing

/// What becomes of a program that another one has started when that one is killed.
@Suite(.timeLimit(.minutes(2))) struct ParentProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func hasEnded(_ process: pid_t) -> Bool {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return true
        }
        return String(decoding: text, as: UTF8.self).split(separator: ") ").last?.first == "Z"
    }

    /// What a file says once it says anything.
    private func line(_ name: String) async throws -> String {
        while true {
            if let bytes = try? folder.bytes(name), bytes.last == UInt8(ascii: "\n") {
                return String(decoding: bytes.dropLast(), as: UTF8.self)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The input of both is never at its end.
    @Test func itEndsWithTheParentThatIsNamedAndWithNoOther() async throws {
        #if os(Linux)
            let program = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
            let metrics = URL(filePath: program).deletingLastPathComponent()
                .appending(path: "bench-metrics").path
            try #require(mkfifo(folder.path("input"), 0o600) == 0)
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = [
                "-c",
                """
                cd '\(folder.url.path)'
                ODDSBENCH_PARENT=$$ '\(metrics)' --port 0 <>input >port &
                echo $! >named
                ODDSBENCH_PARENT=1 '\(metrics)' --port 0 <>input >other-port &
                echo $! >other
                wait
                """,
            ]
            try shell.run()
            let named = try #require(pid_t(try await line("named")))
            let other = try #require(pid_t(try await line("other")))
            defer { for process in [named, other] { kill(process, SIGKILL) } }
            _ = try await (line("port"), line("other-port"))
            kill(shell.processIdentifier, SIGKILL)
            while !Self.hasEnded(named) { try await Task.sleep(for: .milliseconds(5)) }
            #expect(!Self.hasEnded(other))
        #endif
    }
}
