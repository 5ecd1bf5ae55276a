import ArgumentParser
import Foundation
import OddsConsole
import OddsOptions
import OddsResults
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
            traffic the busiest channel counts, over and over; it must begin with a dump.

            All results are checked to be equal before anything is measured. What was measured \
            before an error is shown and kept, marked as partial; the exit status is the error's.

            Example: peers compare --task decode --task apply --processes 12
            """)

    static let taskNames =
        PeerTask.all.map(\.name)
        + [DumpTask.name, StyleTable.name, GrowthTable.name, ChurnTable.name]

    @Option(
        name: .customLong("task"),
        help: ArgumentHelp(
            "One of the tasks above; repeatable. (default: all)", valueName: "task"))
    var tasks: [String] = []

    @Option(
        help: """
            Processes of decode, apply, tree, styles and growth, each with all of their \
            implementations. Fewer than \(Ratio.processesMin) give ratios without an interval.
            """,
        transform: CountText.option)
    var processes = 8

    @Option(help: "Timed rounds of each process.", transform: CountText.option)
    var rounds = 3

    @Option(help: "Runs of dump, each in a new process.", transform: CountText.option)
    var runs = 20

    @Option(
        help: "Frames a round; slow implementations serve fewer.", transform: CountText.option)
    var frames = 160_000

    @Option(
        name: .customLong("implementation"),
        help: ArgumentHelp(
            "Who takes turns with ours in the first three; repeatable. (default: all)",
            valueName: "name"))
    var implementations: [String] = []

    @Option(
        help: """
            An earlier build of this program. Its processes take turns with this one's, and a \
            table has what ours costs in both.
            """)
    var before: String?

    @Option(name: .customLong("capture"), help: "A capture to loop; repeatable.")
    var captures: [String] = []

    @Option(
        help: """
            The folder for peers.json and peers.md, which needs --commit; none are written \
            without.
            """)
    var output: String?

    @Option(
        help: """
            The commit of the sources, with -dirty behind it if they were modified: 'make peers' \
            gives it. Such results are marked, and '.ci/figures' does not take them.
            """)
    var commit: String?

    func validate() throws {
        guard processes > 0, rounds > 0, runs > 0, frames >= 8 else {
            throw ValidationError("give at least 1 process, 1 round, 1 run and 8 frames")
        }
        for task in tasks where !Self.taskNames.contains(task) {
            throw Peers.noSuch("task", task, among: Self.taskNames)
        }
        for name in implementations where !PeerJob.implementationNames.contains(name) {
            throw Peers.noSuch("implementation", name, among: PeerJob.implementationNames)
        }
        if let before, !FileManager.default.isExecutableFile(atPath: before) {
            throw ValidationError("--before \(before): is no program; give a build of 'peers'")
        }
        guard output == nil || commit != nil else {
            throw ValidationError(
                "--output needs --commit, so that the results name their sources")
        }
    }

    func run() async throws {
        try makeOutputFolder()
        let machine = try await PeerEnvironment(program: Peers.program)
        let worker = WorkerProcess(program: Peers.program)
        let earlier = before.map { WorkerProcess(program: URL(fileURLWithPath: $0)) }
        let jobs = PeerJob.all(
            tasks: wants, on: try workloads(), growthFrames: min(frames, 40_000))
        // All of them first: nothing may turn out to be unusable after minutes.
        // What users give comes before what is generated.
        for job in jobs.filter(\.isOfCapture) + jobs.filter({ !$0.isOfCapture }) {
            progress("checking \(job.title)")
            try job.check()
        }
        let paths = jobs.first(where: \.isOfCapture)?.capturePaths
        let captured = try paths.map { try CapturedTraffic(paths: $0) }
        let report = { (measured: Measured, failure: String?) in
            PeerReport(
                words: words, captured: captured, commit: commit, failure: failure,
                machine: machine, measured: measured)
        }
        var measured = Measured()
        do {
            try await measure(jobs, worker, earlier, into: &measured) { measured, done in
                try writeFiles(report(measured, "ended after \(done)"))
            }
        } catch {
            let failure = PeersFailure(error) ?? PeersFailure(.unexpected, "\(error)")
            guard !measured.isEmpty else { throw failure }
            try write(report(measured, failure.message))
            throw failure
        }
        try write(report(measured, nil))
        if let line = measured.churn.first(where: { !$0.isFlat }) {
            throw PeersFailure(
                .checkFailed, "churn: memory of \(line.strategy) grew; see the table")
        }
    }

    /// Pass by pass, so that a machine whose speed drifts is slow for all alike,
    /// and so that an error leaves something of everything.
    ///
    /// - Parameter keep: keeps what there is after each pass, should this process
    ///   be ended.
    private func measure(
        _ jobs: [PeerJob], _ worker: WorkerProcess, _ earlier: WorkerProcess?,
        into measured: inout Measured, keep: (Measured, _ done: String) throws -> Void
    ) async throws {
        if wants(ChurnTable.name) {
            progress("churn, \(ChurnTable.creates) creates of each strategy")
            measured.churn = try await worker.run(
                ["churn-worker"], what: ChurnTable.name, as: [ChurnLine].self)
        }
        for pass in 1...processes {
            for job in jobs {
                progress("process \(pass) of \(processes): \(job.title)")
                measured.add(
                    try await worker.measure(
                        job, rounds: rounds, implementations: implementations, beside: earlier),
                    of: job)
            }
            if !jobs.isEmpty { try keep(measured, "process \(pass) of \(processes)") }
        }
        guard wants(DumpTask.name) else { return }
        let dump = try DumpComparison(worker: worker, earlier: earlier)
        progress("checking dump")
        try await dump.check()
        for run in 1...runs {
            progress("run \(run) of \(runs): dump")
            measured.dumps.append(try await dump.turn())
        }
    }

    /// What decides the result beside the captures: every option with its value,
    /// defaults too, and no folders, which differ from machine to machine.
    private var words: [String] {
        var words = ["peers", "compare"]
        words += tasks.flatMap { ["--task", $0] }
        words += [
            "--processes", "\(processes)", "--rounds", "\(rounds)", "--runs", "\(runs)",
            "--frames", "\(frames)",
        ]
        words += implementations.flatMap { ["--implementation", $0] }
        if let before {
            words += ["--before", URL(fileURLWithPath: before).lastPathComponent]
        }
        return words
    }

    private func wants(_ task: String) -> Bool { tasks.isEmpty || tasks.contains(task) }

    private func workloads() throws -> [Workload] {
        var workloads: [Workload] = [.odds(frames: frames), .steady(frames: max(frames / 4, 8))]
        let paths = try captures.isEmpty ? recordedCaptures() : captures
        if !paths.isEmpty {
            workloads.append(.captured(paths: paths, bytes: frames * Workload.bytesPerFrame))
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
        try writeFiles(report)
        try StandardOutput.write(Data(report.text.utf8))
    }

    private func writeFiles(_ report: PeerReport) throws {
        guard let output else { return }
        let folder = URL(fileURLWithPath: output, isDirectory: true)
        try write(report.json, to: folder.appendingPathComponent("peers.json"))
        try write(Data(report.markdown.utf8), to: folder.appendingPathComponent("peers.md"))
    }

    private func write(_ data: Data, to file: URL) throws {
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw PeersFailure(.cannotWrite, "\(file.path): cannot be written")
        }
    }
}
