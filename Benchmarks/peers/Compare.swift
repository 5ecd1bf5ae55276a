import ArgumentParser
import Foundation
import PeerBenchmarks

struct Compare: MeasuringCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the tasks and shows tables of all figures, and whether goals are met.",
        discussion: """
            decode  a frame's bytes into a batch of changes
            apply   a frame's bytes into the store, and the change set read
            tree    the same, and every offer of the touched events read from the tree
            dump    the initial load, each run in a new process, with memory
            styles  ours on frames with shuffled keys, one more property, pretty-printed
            growth  the cost of an update while the state outgrows the caches
            churn   memory while 3.6 million entities are created and deleted

            The first three and styles take generated frames, in which only odds change \
            (odds) or everything does (steady), and recorded ones: those of --capture, or of \
            the folder that the environment variable ODDSBENCH_CAPTURES names. Of recorded \
            traffic the busiest channel counts, over and over.

            Example: peers compare --task decode --task apply --rounds 21
            """)

    static let taskNames =
        PeerTask.all.map(\.name) + [DumpTask.name, StyleTable.name, "growth", ChurnTable.name]

    @Option(
        name: .customLong("task"),
        help: ArgumentHelp(
            "One of the tasks above; repeatable. (default: all)", valueName: "task"))
    var tasks: [String] = []

    @Option(help: "Timed rounds of decode, apply, tree, styles and growth.")
    var rounds = 9

    @Option(help: "Runs of dump, each in a new process.")
    var runs = 20

    @Option(help: "Frames a round; slow implementations serve fewer.")
    var frames = 160_000

    @Option(name: .customLong("capture"), help: "A capture to loop; repeatable.")
    var captures: [String] = []

    @Option(help: "The folder for peers.json and peers.md; none are written without.")
    var output: String?

    @Option(help: "The commit of the sources, for the results.")
    var commit: String?

    func validate() throws {
        guard rounds > 0, runs > 0, frames >= 8 else {
            throw ValidationError("Give at least 1 round, 1 run and 8 frames.")
        }
        for task in tasks where !Self.taskNames.contains(task) {
            let known = Self.taskNames.joined(separator: ", ")
            throw ValidationError("There is no task '\(task)': \(known).")
        }
    }

    @MainActor
    func run() async throws {
        try makeOutputFolder()
        let machine = PeerEnvironment()
        // First: room that other tasks left behind would hide growth.
        var churn: [ChurnLine] = []
        if wants(ChurnTable.name) {
            progress("churn, \(ChurnTable.creates) creates of each strategy")
            churn = try ChurnTable.measure()
        }
        let workloads = try workloads()
        let tasks = try compareTasks(on: workloads)
        var styles: [StyleLine] = []
        if wants(StyleTable.name) {
            for frames in workloads {
                progress("styles, \(frames.name) frames")
                styles += try StyleTable.measure(on: frames, rounds: rounds)
            }
        }
        var growth: [GrowthLine] = []
        if wants("growth") {
            growth = try GrowthTable.measure(updateCount: 40_000, rounds: rounds) {
                progress("growth, \($0.events) × \($0.markets) × 3")
            }
        }
        // Last: what is measured in this process runs on the main thread, which
        // the command leaves when it first waits for another process.
        let dumps = try await compareDumps()
        let report = PeerReport(
            command: CommandLine.arguments.joined(separator: " "), commit: commit,
            machine: machine, tasks: tasks + dumps, styles: styles, growth: growth,
            churn: churn)
        try write(report)
        if let line = churn.first(where: { !$0.isFlat }) {
            throw PeersFailure(
                .checkFailed, "churn: memory of \(line.strategy) grew; see the table")
        }
    }

    private func compareTasks(on workloads: [FrameSet]) throws -> [PeerResult] {
        var lines: [PeerResult] = []
        for frames in workloads {
            // Recorded events come and go, so there are none to name by position.
            for task in PeerTask.all
            where wants(task.name) && (frames.initialCount > 0 || task.name != "tree") {
                progress("\(task.name), \(frames.name) frames")
                lines += try task.compare(on: frames, rounds: rounds)
            }
        }
        return lines
    }

    private func compareDumps() async throws -> [PeerResult] {
        guard wants(DumpTask.name) else { return [] }
        progress("dump, \(runs) runs of each")
        return try await DumpTask.compare(worker: program, runs: runs)
    }

    private func wants(_ task: String) -> Bool { tasks.isEmpty || tasks.contains(task) }

    private func workloads() throws -> [FrameSet] {
        let names = PeerTask.all.map(\.name) + [StyleTable.name]
        guard names.contains(where: wants) else { return [] }
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

    private func progress(_ what: String) { StandardError.print("\(what) …") }

    /// Before the work begins, so that nobody learns after an hour that the
    /// results cannot be written.
    private func makeOutputFolder() throws {
        guard let output else { return }
        let files = FileManager.default
        try? files.createDirectory(atPath: output, withIntermediateDirectories: true)
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: output, isDirectory: &isFolder), isFolder.boolValue,
            files.isWritableFile(atPath: output)
        else {
            throw PeersFailure(
                .cannotWrite, "\(output): is no folder that can be written to; give another "
                    + "--output")
        }
    }

    /// The files first: a terminal that went away must not lose them.
    private func write(_ report: PeerReport) throws {
        if let output {
            let folder = URL(fileURLWithPath: output, isDirectory: true)
            try write(report.json, to: folder.appendingPathComponent("peers.json"))
            try write(Data(report.markdown.utf8), to: folder.appendingPathComponent("peers.md"))
        }
        try StandardOutput.write(Data(report.text.utf8))
    }

    private func write(_ data: Data, to file: URL) throws {
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw PeersFailure(.cannotWrite, "\(file.path): cannot be written")
        }
    }
}
