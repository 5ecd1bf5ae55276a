import Foundation
import Synchronization
import Testing

@testable import OddsLauncher

@Suite struct LauncherTests {
    @Test(arguments: [
        (["live", "--clients", "3"], "bench-live"), (["record", "ws://x"], "bench-live"),
        (["convert", "--from", "har"], "bench-live"),
        (["game", "--gate"], "bench-live"), (["platform", "--players", "3"], "bench-platform"),
        (["betting", "--players", "3"], "bench-platform"),
        ([], "bench-core"), (["--strategy", "delta"], "bench-core"), (["run"], "bench-core"),
        (["help", "live"], "bench-core"), (["nonsense"], "bench-core"),
    ])
    func commandsAreThoseOfOneProgram(words: [String], program: String) {
        #expect(Program.serving(words).name == program)
    }

    #if os(Linux)
        @Test func librariesThatAreMissingAreNamedBeforeABuild() {
            let other = SystemLibrary(
                module: "COther", header: "other/other.h", package: "libother-dev")
            #expect(SystemLibrary.missing(of: [.zlib, other, .crypto]) == [other])
            #expect(SystemLibrary.missing(of: [.zlib, .crypto]).isEmpty)
            #expect(throws: LaunchError.missingPackages(["libother-dev"], product: "bench-core")) {
                var program = Program.core
                program.libraries = [.zlib, other]
                let folder = URL(filePath: "/nonexistent")
                try ReleaseBuild.build(program, of: folder, in: folder)
            }
        }
    #endif

    @Test func whatToInstallIsOneLine() {
        let error = LaunchError.missingPackages(
            ["zlib1g-dev", "libjemalloc-dev"], product: "bench-core")
        #expect(
            error.description == """
                a build of bench-core needs zlib1g-dev and libjemalloc-dev: run `sudo apt-get \
                install zlib1g-dev libjemalloc-dev` (or, without libjemalloc-dev, build on the C \
                library's allocator: set BENCH_NO_JEMALLOC=1)
                """)
        #expect(Program.fleet.libraries.contains(.nats))
    }

    /// What `swift build` writes, in whatever pieces it comes.
    @Test func stepsBecomeALineEveryTenSeconds() {
        let lines = Mutex<[String]>([])
        let now = Mutex(ContinuousClock.now)
        let line = ProgressLine(isTerminal: false, now: { now.withLock { $0 } }) { text in
            lines.withLock { $0.append(String(text.dropLast())) }
        }
        var progress = BuildProgress(product: "x", line: line) { text in
            lines.withLock { $0.append(text) }
        }
        let text = """
            [0/1] Planning build
            Fetching https://example.org/a
            [1/30] Compiling a.c
            [2/30] Compiling b.c
            error: no such module 'C'
            [3/30] Linking x
            Build of product 'x' complete!

            """
        for piece in [text.prefix(61), text.dropFirst(61)] {
            now.withLock { $0 = $0.advanced(by: .seconds(11)) }
            progress.read(Data(piece.utf8))
        }
        #expect(
            lines.withLock { $0 } == [
                "bench: building x, planning", "bench: building x, step 1 of 30",
                "error: no such module 'C'",
            ])
    }

    /// Names of programs and files are part of progress.
    @Test(arguments: [true, false])
    func progressShowsControlCharacters(isTerminal: Bool) {
        let written = Mutex("")
        let start = ContinuousClock.now
        let now = Mutex(start)
        let line = ProgressLine(isTerminal: isTerminal, now: { now.withLock { $0 } }) { text in
            written.withLock { $0 += text }
        }
        now.withLock { $0 = start.advanced(by: .seconds(11)) }
        line.show(["a\u{1B}[2Jb\n"], log: "a\u{1B}[2Jb\n")
        #expect(written.withLock { $0 }.contains(#"a\u{1B}[2Jb\n"#))
    }

    @Test func programsWithoutSourcesAreOld() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources/A")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        let program = folder.appending(path: "program")
        #expect(ReleaseBuild.isOlderThanSources(program, in: folder), "there is none")
        try Data().write(to: program)
        #expect(!ReleaseBuild.isOlderThanSources(program, in: folder))
        let source = sources.appending(path: "a.swift")
        try Data().write(to: source)
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(60)], ofItemAtPath: source.path)
        #expect(ReleaseBuild.isOlderThanSources(program, in: folder))
    }
}
