import Foundation
import OddsFixtures
import Testing

/// Builds of other revisions by real gates in real clones. The compiler on their path is a
/// script, which takes a file of the work tree for a program.
@Suite(.timeLimit(.minutes(5))) struct GateBuildTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try compiler(
            """
            echo >>"$folder/started"
            while [ ! -e "$folder/go" ]; do sleep 0.02; done
            """)
    }

    /// The compiler, which does this before it reads the source.
    private func compiler(_ before: String) throws {
        let text = """
            #!/bin/sh
            if [ "$1" != build ]; then exit; fi
            while [ $# -gt 1 ]; do
                case $1 in
                --product) product=$2 ;;
                --package-path) tree=$2 ;;
                --scratch-path) scratch=$2 ;;
                esac
                shift
            done
            folder='\(folder.url.path)'
            \(before)
            mkdir -p "$scratch/release"
            (echo '#!/bin/sh'; echo "echo 'bench: $(cat "$tree/text")' >&2; exit 64") \
                >"$scratch/release/$product"
            chmod +x "$scratch/release/$product"
            """
        let path = try folder.file("swift", text.utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    @discardableResult
    private func shell(_ text: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", text]
        process.currentDirectoryURL = folder.url
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(text)")
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// A clone whose commits have these texts, the last one last.
    private func clone(
        _ name: String, package: String = "OddsBench", _ texts: String...
    ) throws {
        let git = "git -c user.name=a -c user.email=a@example.org"
        try shell(
            """
            git init --quiet \(name)
            mkdir \(name)/Results
            cd \(name)
            echo 'let package = Package(name: "\(package)")' >Package.swift
            for text in \(texts.joined(separator: " ")); do
                echo $text >text
                \(git) add .
                \(git) commit --quiet --message $text
            done
            """)
    }

    private func commit(_ revision: String, in clone: String) throws -> String {
        try shell("git -C \(clone) rev-parse \(revision)")
    }

    /// A command that runs; its messages are in a file.
    private func start(
        _ command: String, in place: String, messages: String = "messages"
    ) throws -> Process {
        let process = Process()
        let words = command.split(separator: " ").map(String.init)
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = folder.url.appending(path: place)
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(folder.url.path):\(environment["PATH"] ?? "")"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(
            forWritingTo: URL(filePath: folder.file(messages, [])))
        try process.run()
        return process
    }

    private static func gate(against revision: String = "HEAD") -> String {
        "bench-core gate --against \(revision) --max-regression serviceTime.p50=5% --time 1s"
    }

    private func text(_ name: String) -> String {
        (try? String(decoding: folder.bytes(name), as: UTF8.self)) ?? ""
    }

    /// What messages say, without their line ends.
    private func said(_ name: String = "messages") -> String {
        text(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func wait(until isTrue: () -> Bool) async throws {
        while !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
    }

    private func end(of process: Process) async throws -> Int32 {
        try await wait { !process.isRunning }
        return process.terminationStatus
    }

    /// What the program says that is kept of a commit.
    private func kept(_ commit: String, in cache: String) throws -> String {
        let programs = folder.url.appending(path: "\(cache)/format-2/programs")
        let names = try FileManager.default.contentsOfDirectory(atPath: programs.path)
        let name = try #require(names.first { $0.hasPrefix(commit) })
        return text("\(cache)/format-2/programs/\(name)/bench")
    }

    #if os(Linux)
        @Test func twoGatesInOneCloneEachKeepTheirOwnRevision() async throws {
            try clone("clone", "one", "two")
            let first = try start(Self.gate(against: "HEAD~1"), in: "clone", messages: "first")
            try await wait { text("started") == "\n" }
            let second = try start(Self.gate(), in: "clone", messages: "second")
            // The second one waits, or builds at once.
            try await wait {
                said("second").contains("waiting for another gate") || text("started") == "\n\n"
            }
            #expect(text("started") == "\n")
            _ = try folder.file("go", [])
            #expect(try await end(of: first) == 4)
            #expect(try await end(of: second) == 4)
            for (revision, text) in [("HEAD~1", "one"), ("HEAD", "two")] {
                let commit = try commit(revision, in: "clone")
                #expect(try kept(commit, in: "clone/.build/gate").contains("'bench: \(text)'"))
            }
            #expect(said("first").contains("building HEAD~1"))
            #expect(said("first").contains("--time begins after it"))
            #expect(said("first").contains("built HEAD~1 in "))
        }

        @Test func revisionsAreThoseOfTheUsersClone() async throws {
            try clone("clone", "one", "two")
            _ = try folder.file("go", [])
            let gate = try start(Self.gate(against: "HEAD~1"), in: "clone")
            #expect(try await end(of: gate) == 4)
            let clone = try shell("git -C clone rev-parse --show-toplevel")
            let first = text("messages").split(separator: "\n").first
            #expect(first == "bench: --against HEAD~1, of the clone \(clone)")
            let commit = try commit("HEAD~1", in: "clone")
            #expect(try kept(commit, in: "clone/.build/gate").contains("'bench: one'"))
        }

        @Test func otherProjectsAreRefused() async throws {
            try clone("other", package: "Other", "one")
            #expect(try await end(of: start(Self.gate(), in: "other")) == 64)
            #expect(said().contains("other is another project"))
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "none"), withIntermediateDirectories: true)
            #expect(try await end(of: start(Self.gate(), in: "none")) == 64)
            #expect(said().contains("none is in no git repository"))
            #expect(text("started").isEmpty)
        }

        @Test func programOfAnotherCommitIsNotKept() async throws {
            try compiler("git -C \"$tree\" checkout --quiet --detach HEAD~1")
            try clone("clone", "one", "two")
            #expect(try await end(of: start(Self.gate(), in: "clone")) == 70)
            #expect(said().contains("was checked out there while HEAD was built"))
            let programs = folder.path("clone/.build/gate/format-2/programs")
            #expect(!FileManager.default.fileExists(atPath: programs))
        }

        @Test func buildsOfTheOlderFormatAreNotUsed() async throws {
            try clone("clone", "one")
            _ = try folder.file("go", [])
            let commit = try commit("HEAD", in: "clone")
            try shell(
                """
                for flavour in jemalloc system; do
                    mkdir -p clone/.build/gate/programs/\(commit)-$flavour
                    cp /bin/false clone/.build/gate/programs/\(commit)-$flavour/bench
                done
                """)
            #expect(try await end(of: start(Self.gate(), in: "clone")) == 4)
            #expect(text("started") == "\n")
        }

        @Test func clonesCanShareOneFolder() async throws {
            _ = try folder.file("go", [])
            for name in ["one", "two"] {
                try clone(name, name)
                let gate = Self.gate() + " --cache \(folder.path("cache"))"
                #expect(try await end(of: start(gate, in: name)) == 4)
                let commit = try commit("HEAD", in: name)
                #expect(try kept(commit, in: "cache").contains("'bench: \(name)'"))
            }
        }

        /// Of each command that builds first: all processes of the compiler, one of them in a
        /// session of its own.
        @Test(arguments: [gate(), "bench-live live --duration 1s"], [SIGINT, SIGTERM])
        func signalsEndCompilers(command: String, signal: Int32) async throws {
            try compiler(
                """
                setsid sleep 1000 & echo $! >>"$folder/pids"
                sleep 1000 & echo $! >>"$folder/pids"
                echo $$ >>"$folder/pids"
                wait
                """)
            try clone("clone", "one")
            let process = try start(command, in: "clone")
            try await wait { text("pids").count { $0 == "\n" } == 3 }
            kill(process.processIdentifier, signal)
            #expect(try await end(of: process) == 128 + signal)
            #expect(said().contains("ended by \(signal == SIGINT ? "SIGINT" : "SIGTERM")"))
            for pid in text("pids").split(separator: "\n").compactMap({ pid_t($0) }) {
                try await wait { hasEnded(pid) }
            }
        }

        private func hasEnded(_ process: pid_t) -> Bool {
            guard let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
                return true
            }
            return String(decoding: text, as: UTF8.self).split(separator: ") ").last?.first == "Z"
        }
    #endif
}
