import Foundation
import OddsFixtures
import Testing

@testable import OddsLauncher
@testable import bench_core
@testable import bench_presets

/// `.bench.toml`: what it says, and what becomes of a command line with it.
@Suite struct PresetTests {
    private let known: CommandDescriptions

    init() throws { known = try CommandDescriptions.ofThisProgram() }

    private func settings(_ text: String) throws -> Settings {
        try Settings(text, file: "f.toml", known: known)
    }

    private func expand(_ words: String, _ text: String?) throws -> String {
        try Expansion(
            of: words.split(separator: " ").map(String.init), text.map(settings), known: known
        ).words.joined(separator: " ")
    }

    private static let file = """
        [run]
        rate = 20_000
        stages = true
        duration = "30s"
        [run.ci]
        duration = "5s"
        fail-if = ["responseTime.p99>2ms", "unserved.frames>0"]
        [run.plain]
        stages = false
        [live]
        clients = 3
        """

    @Test(arguments: [
        ("run", "run --duration 30s --rate 20000 --stages"),
        ("", "run --duration 30s --rate 20000 --stages"),
        // The command line beats a preset, which beats the defaults.
        (
            "run @ci",
            "run --duration 5s --fail-if responseTime.p99>2ms --fail-if unserved.frames>0 "
                + "--rate 20000 --stages"
        ),
        ("@plain", "run --duration 30s --rate 20000"),
        ("run @ci --duration 1s --fail-if x @plain", "run --rate 20000 --duration 1s --fail-if x"),
        ("run --duration=1s", "run --rate 20000 --stages --duration=1s"),
        ("--rate 5", "run --duration 30s --stages --rate 5"),
        ("run @none --rate 5", "run --rate 5"),
        // A value is no preset, nor is what follows two dashes.
        ("run @none --capture @x", "run --capture @x"),
        ("replay -- @x", "replay -- @x"),
        ("live", "live --clients 3"),
        ("soak --rate 5", "soak --rate 5"),
        // The parser says what is wrong, and commands that nobody calls are left alone.
        ("nonsense @ci", "nonsense @ci"),
        ("measure @ci", "measure @ci"),
    ])
    func wordsAreExpanded(words: String, expanded: String) throws {
        #expect(try expand(words, Self.file) == expanded)
    }

    @Test func wordsThatLookLikeOptionsStayValues() throws {
        let text = "[run]\nfail-if = \"--x\""
        #expect(try expand("run", text) == "run --fail-if=--x")
    }

    /// The words of a file are those of a command line.
    @Test func theCommandTakesWhatTheFileAdds() throws {
        let words = try expand("run @ci @plain", Self.file).split(separator: " ").map(String.init)
        let command = try #require(try Bench.parseAsRoot(words) as? RunCommand)
        #expect(command.traffic.rate.value == 20_000)
        #expect(command.conditions.count == 2)
        #expect(!command.stages)
    }

    @Test(arguments: [
        ("[run]\nrate = [1, 2]", "f.toml:2: --rate takes one value, not a list"),
        ("[run]\nrate = true", "f.toml:2: --rate takes a text or a number, not a bool"),
        ("[run]\n\nstages = 1", "f.toml:3: --stages takes no value: write stages = true or false"),
        ("[run]\nrate = 1979-05-27", "f.toml:2: --rate takes a text or a number, not a date"),
        (
            "[run]\nseed = 1\nrates = 5",
            "f.toml:3: 'bench run' has no option --rates; did you mean 'rate'?"
        ),
        (
            "[run.ci]\n\"duratio\" = 5",
            "f.toml:2: 'bench run' has no option --duratio; did you mean 'duration'?"
        ),
        ("[rum]\nrate = 5", "f.toml:1: there is no command 'rum'; did you mean 'run'?"),
        (
            "# none\nrate = 5",
            "f.toml:2: 'rate' is no table: options are in one of their command, such as [run]"
        ),
        ("[measure]", "f.toml:1: there is no command 'measure'"),
        ("[run.none]", "f.toml:1: @none stands for no preset and no defaults: rename it"),
        ("[run.a.b]", "f.toml:1: 'bench run' has no option --b"),
    ])
    func mistakesNameTheirPlaceAndWhatIsNear(text: String, message: String) throws {
        let error = #expect(throws: PresetError.self) { try settings(text) }
        #expect(error?.description == message)
        #expect(error?.status == .badData)
    }

    /// A path means something as far as a command, a preset and an option.
    @Test func longPathsCostNoMoreThanTheirLength() {
        let path = Array(repeating: "a", count: 1_000)
        let lines = KeyLines("[\(path.joined(separator: "."))]")
        #expect(lines[["a", "a", "a"]] == 1)
        #expect(lines[["a", "a", "a", "a"]] == nil)
    }

    @Test(arguments: [
        ("[run]\n" + String(repeating: "# none\n", count: 10_000), "f.toml: is larger than 64 KiB"),
        (
            "[run]\na" + String(repeating: ".a", count: 2_048) + " = 1",
            "f.toml:2: is longer than 4 KiB; write a list in several lines"
        ),
    ])
    func filesAndLinesHaveALimit(text: String, message: String) {
        let error = #expect(throws: PresetError.self) {
            try PresetDocument(Data(text.utf8), name: "f.toml", folder: "/")
        }
        #expect(error?.description == message)
        #expect(error?.status == .badData)
    }

    /// The worst that is read: each line a path of its own, as deep as a line may be.
    @Test func theDeepestFileIsRefusedInWords() throws {
        let lines = (0..<15).map { number in
            "a\(number)" + String(repeating: ".a", count: 2_040) + " = 1"
        }
        let document = try PresetDocument(
            Data(lines.joined(separator: "\n").utf8), name: "f.toml", folder: "/")
        let error = #expect(throws: PresetError.self) { try Settings(document, known: known) }
        #expect(error?.description == "f.toml:1: there is no command 'a0'")
    }

    /// The name of a command that there is not, as long as a line.
    @Test func longNamesAreComparedWithNone() throws {
        let name = String(repeating: "a", count: 4_000)
        let document = try PresetDocument(
            Data("[\(name)]".utf8), name: "f.toml", folder: "/")
        let error = #expect(throws: PresetError.self) { try Settings(document, known: known) }
        #expect(error?.description.contains("did you mean") == false)
    }

    @Test func syntaxErrorsNameTheirLine() throws {
        let error = #expect(throws: PresetError.self) { try settings("[run]\nrate = = 5") }
        #expect(error?.description.hasPrefix("f.toml:2: ") == true)
    }

    @Test(arguments: [
        ("run @no", "there are @ci, @plain"), ("live @no", "it has none: write [live.no]"),
    ])
    func unknownPresetsNameTheOthers(words: String, message: String) {
        let error = #expect(throws: PresetError.self) { try expand(words, Self.file) }
        #expect(error?.description.contains(message) == true)
        #expect(error?.status == .usage)
    }

    @Test func presetsNeedAFile() throws {
        let error = #expect(throws: PresetError.self) { try expand("run @ci", nil) }
        #expect(error?.description.contains("there is no .bench.toml") == true)
        #expect(try expand("run @none --rate 5", nil) == "run --rate 5")
    }

    @Test func presetsAreShownAsCommandLines() throws {
        #expect(
            PresetsText.lines(try settings(Self.file)) == [
                "bench live, always", "    --clients 3",
                "bench run, always", "    --duration 30s --rate 20000 --stages",
                "bench run @ci",
                "    --duration 5s --fail-if 'responseTime.p99>2ms' --fail-if 'unserved.frames>0'",
                "bench run @plain", "    (no --stages)",
            ])
        #expect(PresetsText.quoted("it's") == #"'it'\''s'"#)
    }
}
