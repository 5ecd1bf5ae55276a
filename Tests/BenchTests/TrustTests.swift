import Foundation
import OddsFixtures
import Testing

@testable import bench_core
@testable import bench_presets

/// What a `.bench.toml` may do that came with somebody else's folder.
@Suite struct TrustTests {
    private let known: CommandDescriptions
    private let temporary: TemporaryFolder
    /// The folder of the file, without symbolic links.
    private let folder: String
    private let store: TrustStore

    init() throws {
        known = try .ofThisProgram()
        temporary = try TemporaryFolder()
        let place = temporary.url.appending(path: "project")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        folder = try #require(RealPath.of(place.path))
        store = TrustStore(environment: ["XDG_STATE_HOME": temporary.path("state")])
    }

    private func document(_ text: String) throws -> PresetDocument {
        try PresetDocument(Data(text.utf8), name: ".bench.toml", folder: folder)
    }

    /// Runs a command with a file.
    private func require(
        _ words: String, _ text: String, ask: (([String]) -> Bool)? = nil
    ) throws {
        let document = try document(text)
        let expansion = try Expansion(
            of: words.split(separator: " ").map(String.init), Settings(document, known: known),
            known: known)
        try Trust(store: store, current: folder, ask: ask).require(expansion.options, of: document)
    }

    private static let program = """
        [run]
        rate = 5
        strategy = ["graph", "exec:touch /tmp/x"]
        """

    @Test(arguments: [
        (program, ".bench.toml:3: --strategy 'exec:touch /tmp/x' starts a program"),
        ("[run]\nstrategy = \"exec-ring:x\"", ".bench.toml:2: --strategy exec-ring:x starts a"),
        ("[run]\nstrategy = \"full,exec:x\"", ".bench.toml:2: --strategy full,exec:x starts a"),
        ("run = { strategy = \"exec:x\" }", ".bench.toml: --strategy exec:x starts a program"),
        ("[run]\noutput = \"../x\"", ".bench.toml:2: --output ../x writes outside of the"),
        ("[run]\nresults = \"/tmp\"", ".bench.toml:2: --results /tmp writes outside of the"),
        ("[run]\noutput = \".git/config\"", ".bench.toml:2: --output .git/config writes outside"),
        ("[run]\noutput = \"a/../../x\"", ".bench.toml:2: --output a/../../x writes outside of"),
    ])
    func whatAFileMayNotDoIsRefused(text: String, reason: String) throws {
        let error = #expect(throws: PresetError.self) { try require("run", text) }
        #expect(error?.status == .usage)
        #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("'bench trust .'") == true)
    }

    @Test(arguments: [
        ("gate", "baseline-program"), ("gate", "candidate-program"), ("gate", "cache"),
        ("game", "browser"),
    ])
    func otherProgramsAreRefused(command: String, option: String) throws {
        let text = "[\(command).ci]\n\(option) = \"x\""
        #expect(throws: PresetError.self) { try require("\(command) @ci", text) }
        try require(command, text)
    }

    @Test(arguments: [
        ("run", "[run]\noutput = \"x.json\"\nresults = \"Results/new/x\""),
        ("run", "[run]\noutput = \"-\""),
        ("run", "[run]\noutput = \"a/../x.json\""),
        // What is not used, and what the command line says in its place.
        ("soak", program), ("run @none", program), ("run --strategy graph", program),
        // Inputs are read only.
        ("run", "[run]\ncapture = \"/tmp/x.ndjson\""),
    ])
    func anythingElseNeedsNoTrust(words: String, text: String) throws {
        try require(words, text)
    }

    /// What git keeps of a folder may be links.
    @Test func linksOutOfTheFolderAreFollowed() throws {
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: "\(folder)/out", withDestinationPath: temporary.url.path)
        try files.createSymbolicLink(
            atPath: "\(folder)/gone", withDestinationPath: temporary.path("gone"))
        try files.createSymbolicLink(atPath: "\(folder)/here", withDestinationPath: ".")
        for path in ["out/x", "out", "gone", "gone/x", "here/../x", "out/project/../x"] {
            #expect(throws: PresetError.self, "\(path)") {
                try require("run", "[run]\nresults = \"\(path)\"")
            }
        }
        try require("run", "[run]\nresults = \"here/x\"")
        try require("run", "[run]\nresults = \"out/project/x\"")
    }

    @Test func trustIsForTheFileAsItIs() throws {
        try store.trust(document(Self.program))
        #expect(try store.state(of: document(Self.program)) == .trusted)
        try require("run", Self.program)
        let changed = Self.program + "\n"
        #expect(try store.state(of: document(changed)) == .changed)
        let error = #expect(throws: PresetError.self) { try require("run", changed) }
        #expect(error?.description.contains("the file has changed since it was trusted") == true)
        // Elsewhere nobody has trusted it.
        let copy = try PresetDocument(
            Data(Self.program.utf8), name: ".bench.toml", folder: folder + "2")
        #expect(store.state(of: copy) == .unknown)
    }

    /// Only of a file that was trusted: of any other, nobody has read what it does.
    @Test func aChangedFileIsAskedAboutOnATerminal() throws {
        var asked: [[String]] = []
        #expect(throws: PresetError.self) {
            try require("run", Self.program) { asked.append($0); return true }
        }
        #expect(asked.isEmpty)
        try store.trust(document("[run]\nrate = 5"))
        #expect(throws: PresetError.self) {
            try require("run", Self.program) { asked.append($0); return false }
        }
        try require("run", Self.program) { asked.append($0); return true }
        #expect(asked.count == 2)
        #expect(asked[0].last == ".bench.toml:3: --strategy 'exec:touch /tmp/x' starts a program")
        try require("run", Self.program)
    }

    @Test func theStoreIsOfTheUserAlone() throws {
        let document = try document(Self.program)
        try store.trust(document)
        let files = FileManager.default
        let folder = try files.attributesOfItem(atPath: store.url.path)
        #expect(folder[.posixPermissions] as? Int == 0o700)
        #expect(store.url.path == temporary.path("state/oddsbench/trusted"))
        let text = try String(contentsOf: store.entry(document.folder), encoding: .utf8)
        #expect(text == "\(document.digest)  \(document.folder)\n")
        // A relative one does not count (XDG Base Directory Specification).
        let home = TrustStore(environment: ["XDG_STATE_HOME": "x", "HOME": "/home/a"])
        #expect(home.url.path == "/home/a/.local/state/oddsbench/trusted")
    }

    @Test func whatWouldRunIsShown() throws {
        let text = "[run.ci]\nstrategy = \"exec:x\"\n[soak]\nresults = \"..\"\nrate = 5"
        let document = try document(text)
        let trust = Trust(store: store, current: folder, ask: nil)
        let lines = TrustText.lines(try Settings(document, known: known)) {
            trust.hazards($0, of: document)
        }
        #expect(
            lines == [
                ".bench.toml:2: bench run @ci --strategy exec:x starts a program",
                ".bench.toml:4: bench soak --results .. writes outside of the file's folder",
            ])
    }

    /// An option that takes a file or a folder is one of the three kinds.
    @Test func everyOptionWithAPathHasAKind() throws {
        let kinds = [Hazard.programs, Hazard.outputs, Hazard.inputs]
        let paths = try CommandDescriptions.optionsWithPaths()
        #expect(paths.count > 20)
        for name in paths {
            #expect(kinds.count { $0.contains(name) } == 1, "--\(name)")
        }
    }
}

extension CommandDescriptions {
    /// The long names of options that are completed by files or folders, or whose value is
    /// called one.
    fileprivate static func optionsWithPaths() throws -> Set<String> {
        var names: Set<String> = []
        func visit(_ command: [String: Any]) {
            for argument in command["arguments"] as? [[String: Any]] ?? []
            where argument["kind"] as? String == "option" {
                let completion = argument["completionKind"] as? [String: Any] ?? [:]
                let value = argument["valueName"] as? String ?? ""
                let isPath = completion["file"] != nil || completion["directory"] != nil
                    || value.contains("file") || value.contains("folder")
                guard isPath else { continue }
                for name in argument["names"] as? [[String: String]] ?? []
                where name["kind"] == "long" {
                    names.insert(name["name"] ?? "")
                }
            }
            for command in command["subcommands"] as? [[String: Any]] ?? []
            where !["history", "fleet"].contains(command["commandName"] as? String) {
                visit(command)
            }
        }
        do {
            _ = try Bench.parseAsRoot(["--experimental-dump-help"])
        } catch {
            let json = try JSONSerialization.jsonObject(
                with: Data(Bench.fullMessage(for: error).utf8))
            visit((json as? [String: Any])?["command"] as? [String: Any] ?? [:])
        }
        return names
    }
}
