import Foundation
import OddsFixtures
import Testing

@testable import OddsLauncher

/// Which program `bench` starts first, and where the file with presets is.
@Suite struct FrontDoorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "a/b"), withIntermediateDirectories: true)
    }

    private func write(_ path: String) throws {
        try Data().write(to: folder.url.appending(path: path))
    }

    private func found(from path: String) -> String? {
        PresetFile.find(from: folder.url.appending(path: path))?
            .deletingLastPathComponent().lastPathComponent
    }

    @Test func theFileIsLookedForUpToThePackage() throws {
        try write(".bench.toml")
        #expect(found(from: "a/b") == nil, "nothing says that this is one project")
        try write("Package.swift")
        #expect(found(from: "a/b") == folder.url.lastPathComponent)
        try write("a/.bench.toml")
        #expect(found(from: "a/b") == "a", "the nearest")
        try write("a/b/Package.swift")
        #expect(found(from: "a/b") == nil, "another package's")
    }

    @Test func theFileOfTheFolderItselfCounts() throws {
        try write("a/b/.bench.toml")
        #expect(found(from: "a/b") == "b")
        #expect(found(from: "a") == nil)
    }

    private func program(
        _ words: String, part: Bool = false, in path: String = "a"
    ) -> String {
        FrontDoor.program(
            for: words.split(separator: " ").map(String.init),
            environment: part ? ["ODDSBENCH_PART": "1"] : [:],
            folder: folder.url.appending(path: path)
        ).name
    }

    @Test func presetsAreReadOnlyWhereThereMayBeSome() throws {
        #expect(program("run --rate 5") == "bench-core")
        #expect(program("run @ci") == "bench-presets")
        #expect(program("presets") == "bench-presets")
        #expect(program("init x") == "bench-presets")
        #expect(program("trust .") == "bench-presets")
        try write("a/.bench.toml")
        #expect(program("run --rate 5") == "bench-presets")
        #expect(program("live") == "bench-presets")
        #expect(program("") == "bench-presets")
    }

    /// Gates run older and newer revisions, which are to do the same.
    @Test func partsOfExperimentsKnowNoFile() throws {
        try write("a/.bench.toml")
        #expect(program("run --rate 5", part: true) == "bench-core")
    }

    @Test(arguments: [
        "help run", "--help", "run --help", "live -h", "--version", "presets --help",
        "--generate-completion-script=bash", "---completion run -- --x",
        "--experimental-dump-help",
    ])
    func whatIsAboutCommandsIsTheCores(words: String) throws {
        try write("a/.bench.toml")
        #expect(program(words) == "bench-core")
    }
}
