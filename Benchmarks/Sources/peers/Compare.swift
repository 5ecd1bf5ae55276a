import ArgumentParser
import Foundation
import PeerBenchmarks

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the tasks, in turns, and writes a table, JSON and Markdown.",
        discussion: """
            Example: peers compare --task decode --task apply --rounds 21

            The environment variable ODDSBENCH_CAPTURES may name a folder of captures; their \
            busiest channel is then one of the workloads.
            """)

    @Option(
        name: .customLong("task"),
        help: "decode, apply, tree, dump or growth; repeatable. (default: all)")
    var tasks: [String] = []

    @Option(help: "Timed rounds of decode, apply, tree and growth.")
    var rounds = 9

    @Option(help: "Runs of dump, each in a new process.")
    var runs = 20

    @Option(help: "Frames a round; slow implementations serve fewer.")
    var frames = 160_000

    @Option(name: .customLong("capture"), help: "A capture to loop; repeatable.")
    var captures: [String] = []

    @Option(help: "The folder for peers.json and peers.md; none are written without.")
    var output: String?

    func validate() throws {
        guard rounds > 0, runs > 0, frames >= 8 else {
            throw ValidationError("Give at least 1 round, 1 run and 8 frames.")
        }
        let known = PeerTask.all.map(\.name) + [DumpTask.name, "growth"]
        for task in tasks where !known.contains(task) {
            throw ValidationError("There is no task \(task): \(known.joined(separator: ", ")).")
        }
    }

    func run() throws {
        let machine = Machine()
        var lines: [PeerResult] = []
        for frames in try workloads() {
            // Recorded events come and go, so there are none to name by position.
            for task in PeerTask.all
            where wants(task.name) && (frames.initialCount > 0 || task.name != "tree") {
                progress("\(task.name), \(frames.name) frames")
                lines += try task.compare(on: frames, rounds: rounds)
            }
        }
        if wants(DumpTask.name) {
            progress(DumpTask.name)
            lines += try DumpTask.compare(worker: program, runs: runs)
        }
        var growth: [GrowthLine] = []
        if wants("growth") {
            growth = try GrowthTable.measure(updateCount: 40_000, rounds: rounds) {
                progress("growth, \($0.events) × \($0.markets) × 3")
            }
        }
        let report = PeerReport(
            command: CommandLine.arguments.joined(separator: " "), machine: machine,
            tasks: lines, growth: growth)
        print(report.text)
        try write(report)
    }

    private func wants(_ task: String) -> Bool { tasks.isEmpty || tasks.contains(task) }

    private func workloads() throws -> [FrameSet] {
        guard PeerTask.all.contains(where: { wants($0.name) }) else { return [] }
        var workloads = [
            try FrameSet.odds(updateCount: frames), try FrameSet.steady(updateCount: frames / 4),
        ]
        let paths = try captures.isEmpty ? recordedCaptures() : captures
        if !paths.isEmpty {
            workloads.append(
                try FrameSet(name: "captured", captures: paths, byteCount: frames * 256))
        }
        return workloads
    }

    /// The captures of the folder that the environment names.
    private func recordedCaptures() throws -> [String] {
        guard let folder = ProcessInfo.processInfo.environment["ODDSBENCH_CAPTURES"] else {
            return []
        }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".ndjson") || $0.hasSuffix(".ndjson.gz") }
            .map { "\(folder)/\($0)" }
    }

    private var program: URL {
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    }

    private func progress(_ what: String) {
        FileHandle.standardError.write(Data("\(what) …\n".utf8))
    }

    private func write(_ report: PeerReport) throws {
        guard let output else { return }
        let folder = URL(fileURLWithPath: output)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try report.json.write(to: folder.appendingPathComponent("peers.json"), options: .atomic)
        try Data(report.markdown.utf8)
            .write(to: folder.appendingPathComponent("peers.md"), options: .atomic)
    }
}
