import Testing

/// The house rules that a reader of the sources relies on, beside those of the
/// other suites: files stay readable, and libraries behave as such.
@Suite struct ArchitectureTests {
    @Test func filesAndLinesAreShortEnoughToRead() {
        for file in PackageSources.all {
            #expect(file.lines.count <= 501, "\(file.path): \(file.lines.count - 1) lines")
            for (index, line) in file.lines.enumerated() where line.count > 100 {
                Issue.record("\(file.path):\(index + 1): \(line.count) columns")
            }
        }
    }

    @Test func nothingIsLeftForLater() {
        // Written so that this file does not find itself.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        for file in PackageSources.all {
            for (index, line) in file.lines.enumerated() {
                for mark in marks where line.contains(mark) {
                    Issue.record("\(file.path):\(index + 1): \(mark)")
                }
            }
        }
    }

    /// A terminal signals the group of a command, which decides what ends: what it starts is
    /// in another group.
    @Test func processesThatAreStartedLeadAGroup() {
        let starting = PackageSources.products.filter { file in
            file.lines.contains { $0.contains("Subprocess.run(") }
        }
        #expect(starting.count > 3)
        for file in starting {
            #expect(file.lines.contains { $0.contains(".graceful") }, "\(file.path)")
        }
    }

    /// Libraries return and throw; what to say and how to end is the
    /// executable's.
    @Test func librariesNeitherPrintNorExit() {
        let programs = PackageManifest.package.targets.filter(\.isExecutable).map(\.name)
        for file in PackageSources.products where !programs.contains(file.target) {
            for (index, line) in file.lines.enumerated() {
                let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
                // A case of an enumeration may be called like one of them.
                if code.drop(while: { $0 == " " }).hasPrefix("case ") { continue }
                for call in ["print(", "debugPrint(", "exit(", "abort(", "fatalError("]
                where code.containsCall(call) {
                    Issue.record("\(file.path):\(index + 1): \(call)")
                }
            }
        }
    }

    /// Standard output and standard error are written in one place, which neither traps nor
    /// loses an error, and by the two below it that write files and answers.
    @Test func nothingElseWritesToTheConsole() throws {
        let writers: Set = [
            "Sources/OddsCapture/SystemFile.swift", "Sources/OddsConsole/StandardError.swift",
            "Sources/OddsConsole/StandardOutput.swift",
            "Sources/OddsExternal/StrategyService.swift",
            "Sources/OddsMeasurement/SystemFile.swift",
        ]
        let members = [
            "FileHandle.standardOutput", "FileHandle.standardError", "FileHandle(forWriting",
            "FileHandle(forUpdating", "fileHandleForWriting.write", "StreamLogHandler.standard",
            "exit(withError:", "write(STDOUT_FILENO", "write(STDERR_FILENO",
        ]
        let calls = [
            "print(", "debugPrint(", "fputs(", "fputc(", "puts(", "putchar(", "fwrite(",
            "printf(", "fprintf(", "vprintf(", "perror(",
        ]
        for file in PackageSources.products + PackageSources.below("Benchmarks")
        where !writers.contains(file.path) {
            for (index, line) in file.lines.enumerated() where !line.trimmed.hasPrefix("//") {
                let found = members.filter(line.contains) + calls.filter(line.containsCall)
                for call in found { Issue.record("\(file.path):\(index + 1): \(call)") }
            }
        }
    }

    /// `FileHandle.write(_:)` traps where it cannot write, as `write(contentsOf:)` does not.
    @Test func nothingTrapsWhereItCannotWrite() {
        let call = /(standardOutput|standardError|ForWriting)\.write\((?!contentsOf:)/
        for file in PackageSources.all {
            for (index, line) in file.lines.enumerated() where line.contains(call) {
                Issue.record("\(file.path):\(index + 1)")
            }
        }
    }
}

extension StringProtocol {
    /// Whether `call` occurs as a call of that name, not as the end of a longer
    /// name or as a member of something.
    fileprivate func containsCall(_ call: String) -> Bool {
        ranges(of: call).contains { range in
            guard range.lowerBound > startIndex else { return true }
            if self[..<range.lowerBound].hasSuffix("func ") { return false }
            let before = self[index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "_" && before != "."
        }
    }
}
