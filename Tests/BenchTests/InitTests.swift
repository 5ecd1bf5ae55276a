import Foundation
import OddsFixtures
import OddsLauncher
import OddsOptions
import Testing

@testable import bench_core
@testable import bench_presets

/// What `bench init` writes.
@Suite struct InitTests {
    private let package: URL
    private let files: [StarterFile]

    init() throws {
        package = try ReleaseBuild.packageFolder()
        files = try StarterFile.all(package: package)
    }

    private func text(_ path: String) throws -> String {
        let file = try #require(files.first { $0.path == path })
        return String(decoding: file.content, as: UTF8.self)
    }

    /// The example is that of the tests, but for where OddsBench is.
    @Test func theExampleIsThatOfTheTests() throws {
        let folder = package.appending(path: "Tests/ExamplePackage")
        let manifest = try String(
            contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains(StarterFile.pathOfTests))
        let written = try text("OwnStrategy/Package.swift")
        #expect(written.contains(#"path: "\#(package.path)""#))
        #expect(!written.contains("../.."))
        let sources = try FileManager.default.subpathsOfDirectory(
            atPath: folder.appending(path: "Sources").path
        ).filter { $0.hasSuffix(".swift") }
        #expect(sources.count == files.count - 3)
        for source in sources {
            let original = try String(
                contentsOf: folder.appending(path: "Sources/\(source)"), encoding: .utf8)
            #expect(try text("OwnStrategy/Sources/\(source)") == original)
        }
    }

    /// Beside the file that is the author's, what a complete program has.
    @Test(arguments: [
        (SkeletonLanguage.python, ["strategy.py", "oddsbench.py"]),
        (.javascript, ["strategy.mjs", "oddsbench.mjs"]),
        (.cpp, ["strategy.cpp", "oddsbench.h", "json.h", "Makefile"]),
    ])
    func aProgramBeginsWithWhatCompleteOnesHave(
        language: SkeletonLanguage, names: [String]
    ) throws {
        let written = try StarterFile.skeleton(language, package: package)
        #expect(written.map(\.path) == names)
        let folder = package.appending(path: "Benchmarks/External/\(language.rawValue)")
        for file in written.dropFirst() {
            #expect(try Data(contentsOf: folder.appending(path: file.path)) == file.content)
        }
    }

    private func settings(_ text: String) throws -> Settings {
        try Settings(text, file: ".bench.toml", known: .ofThisProgram())
    }

    /// All options of a command with the file.
    private func words(_ given: [String], _ settings: Settings?) throws -> [String] {
        let expansion = try Expansion(of: given, settings, known: .ofThisProgram())
        let command = try Bench.parseAsRoot(expansion.words)
        return try #require(words(of: command))
    }

    private func words(of command: Any) -> [String]? {
        switch command {
        case let command as RunCommand: command.words
        case let command as SaturateCommand: command.words
        case let command as SoakCommand: command.words
        case let command as MemoryCommand: command.words
        case let command as CountCommand: command.words
        case let command as GateCommand: command.words
        case let command as bench_core.LiveCommand: command.options.words
        case let command as PlatformCommand: command.options.words
        case let command as BettingCommand: command.options.words
        case let command as GameCommand: command.options.words
        default: nil
        }
    }

    /// Each preset is one that its command takes.
    @Test func presetsOfTheFileAreLegal() throws {
        let settings = try settings(text(".bench.toml"))
        #expect(settings.commands["run"]?.presets.keys.sorted() == ["ci", "quick"])
        for (name, command) in settings.commands {
            #expect(command.defaults.isEmpty, "all are commented out")
            let needed = name == "gate" ? ["--against", "x"] : []
            for preset in command.presets.keys {
                _ = try words([name, "@\(preset)"] + needed, settings)
            }
        }
    }

    /// What is commented out is what the commands do without it.
    @Test func defaultsOfTheFileAreTheCommands() throws {
        let lines = try text(".bench.toml").split(separator: "\n")
        let given = lines.map { $0.wholeMatch(of: /# ([a-z-]+ = .+)/).map { $0.1 } ?? $0 }
        #expect(given.count(where: { !$0.hasPrefix("#") }) > lines.count / 2)
        let all = try settings(given.joined(separator: "\n"))
        for (name, command) in all.commands {
            #expect(!command.defaults.isEmpty, "\(name)")
            let needed = name == "gate" ? ["--against", "x"] : []
            #expect(try words([name] + needed, all) == words([name] + needed, nil), "\(name)")
        }
    }

    @Test func theWorkflowUsesAPresetOfTheFile() throws {
        let workflow = try text(".github/workflows/bench.yml")
        #expect(workflow.contains("gate @ci"))
        // What the file may have started once somebody adds it to the preset.
        let trust = try #require(workflow.firstRange(of: "bench trust ."))
        let gate = try #require(workflow.firstRange(of: "bench gate"))
        #expect(trust.upperBound < gate.lowerBound)
        #expect(try settings(text(".bench.toml")).commands["gate"]?.presets["ci"] != nil)
    }

    @Test func nothingIsOverwrittenUnlessForced() throws {
        let folder = try TemporaryFolder()
        let mine = folder.url.appending(path: ".bench.toml")
        try Data("mine".utf8).write(to: mine)
        let command = try bench_presets.InitCommand.parse([])
        let error = #expect(throws: PresetError.self) {
            try command.write(files, to: folder.url)
        }
        #expect(error?.description.hasPrefix(".bench.toml: not overwritten") == true)
        #expect(error?.status == .cannotWrite)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
        try bench_presets.InitCommand.parse(["--force"]).write(files, to: folder.url)
        for file in files {
            #expect(try Data(contentsOf: folder.url.appending(path: file.path)) == file.content)
        }
    }
}
