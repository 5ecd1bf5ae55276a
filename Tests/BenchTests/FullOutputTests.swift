import Foundation
import OddsFixtures
import Testing

/// Programs whose standard output cannot be written, as on a full disk: they end with 74 and
/// say so in a line, and leave no process behind.
#if os(Linux)
    @Suite struct FullOutputTests {
        /// Each with what it writes first: where it serves, help, or a result.
        private static let commands = [
            "emsim", "emsim --platform", "emsim --sportradar", "emsim --help", "game",
            "game --help", "bench-metrics --port 0", "emload --help", "bench-core --help",
            "bench-core --version", "bench-core help metrics",
            "bench-core --generate-completion-script bash", "bench-live record --help",
            "bench-platform betting --help", "bench-presets init FOLDER", "deflate-cost --help",
            "peers --help",
        ]

        @Test(arguments: commands)
        func whatCannotBeWrittenIsSaid(command: String) throws {
            let folder = try TemporaryFolder()
            let words = command.replacing("FOLDER", with: folder.url.path).split(separator: " ")
                .map(String.init)
            let process = Process()
            process.executableURL = Self.programs.appending(path: words[0])
            process.arguments = Array(words.dropFirst())
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            // Servers of a parent process run as long as it is open.
            let (input, errors) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardError = errors
            try process.run()
            let said = try errors.fileHandleForReading.readToEnd().map {
                String(decoding: $0, as: UTF8.self)
            }
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 74, "\(said ?? "")")
            let line = ": standard output: cannot be written: No space left on device"
            let lines = said?.split(separator: "\n") ?? []
            #expect(lines.count { $0.hasSuffix(line) } == 1, "\(said ?? "")")
        }

        /// Beside the program of the tests.
        private static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
    }
#endif
