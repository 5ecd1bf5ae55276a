import ArgumentParser
import Foundation
import OddsCapture
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsOptions
import OddsReconstruction
import OddsReport
import OddsResults

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays captures and reports the outcome of their frames.",
        usage: "bench replay <files> ... [<options>]",
        discussion: """
            Several files are read in sequence, as one capture. Each channel has its own state. \
            Malformed frames are counted, and the exit status is 0. A malformed line of the \
            capture itself, no frame in all files, or more than \(CaptureLimits.channelsMax) \
            channels end the replay with status 65, without a snapshot.

            Example: bench replay live.ndjson more.ndjson.gz --strategy all --snapshot out.json
            """)

    @Argument(
        help: "Captures, plain or compressed with gzip.", completion: .captures)
    var files: [String]

    @Option(
        help: "\(StrategyHelp.several) of them, which also checks that they agree.")
    var strategy = [StrategySelection.all]

    @Option(
        help: ArgumentHelp(
            "File for the final snapshot; - is standard output.", valueName: "file"),
        completion: .results)
    var snapshot: String?

    @Option(help: "Speed: max, or so many times the recorded one, such as 1x or 10x.")
    var speed = ReplaySpeed.max

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        // The snapshot and the table do not share one output.
        let isPrinted = snapshot == "-" && output.path == "-"
        let summaryReport = try isPrinted ? nil : ResultOutput(path: output.path)
        let snapshotReport = try snapshot.map { try ResultOutput(path: $0) }
        let reports = try replay()
        guard let first = reports.first else { return }

        let summary = try summary(of: reports)
        if let summaryReport, output.format == .table {
            try summaryReport.write(text: summary)
        } else if let summaryReport {
            try summaryReport.write(Array(summary.utf8))
        } else {
            for line in summary.split(whereSeparator: \.isNewline) {
                StandardError.print(String(line))
            }
        }
        if let disagreement = Disagreement.between(reports) {
            throw ExperimentFailure(.checkFailed, disagreement.description)
        }
        try snapshotReport?.write(first.snapshot + [UInt8(ascii: "\n")])
    }

    func replay() throws -> [ReplayReport] {
        var maker = ReplayMaker()
        let replays = try strategy.names.map { try $0.perform(&maker) }
        var pace = ReplayPace(speed)
        var reader = try CaptureReader(paths: files)
        while let frame = try reader.next() {
            pace.wait(for: frame)
            for replay in replays {
                do {
                    try replay.receive(frame)
                } catch {
                    throw HarnessError.unusableCapture("\(reader.path): \(error)")
                }
            }
        }
        try noteEmptyFiles(reader.frameCounts)
        return replays.map { $0.report() }
    }

    /// A file without a frame is the end of a recording that failed, if it is not the
    /// wrong file.
    private func noteEmptyFiles(_ frameCounts: [Int]) throws {
        let empty = zip(files, frameCounts).filter { $0.1 == 0 }.map(\.0)
        guard empty.count < files.count else {
            throw CaptureError.noFrames(file: files.joined(separator: ", "))
        }
        for file in empty { StandardError.print("bench: \(CaptureError.noFrames(file: file))") }
    }

    private func summary(of reports: [ReplayReport]) throws -> String {
        switch output.format {
        case .table:
            return ReplayTable.lines(reports).joined(separator: "\n") + "\n"
        case .json:
            let json = try ResultCoding.encode(ReplayDocument(files: files, reports))
            return String(decoding: json, as: UTF8.self)
        case .csv:
            let csv = ReplayDocument(files: files, reports).csv
            return String(decoding: csv.data, as: UTF8.self)
        }
    }
}

private struct ReplayMaker: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> any FrameReplaying {
        Replay(strategy)
    }
}

/// Waits between frames according to the recorded times and the speed.
private struct ReplayPace {
    private let factor: Double?
    private let start = ContinuousClock.now
    private var firstAt: Int64?

    init(_ speed: ReplaySpeed) { factor = speed.factor }

    mutating func wait(for frame: CaptureFrame) {
        guard let factor else { return }
        let first = firstAt ?? frame.at
        firstAt = first
        // Recorded times are input: they may decrease or be out of range.
        let (milliseconds, isTooFar) = frame.at.subtractingReportingOverflow(first)
        guard !isTooFar, milliseconds > 0 else { return }
        let due = start + .seconds(Double(milliseconds) / 1e3 / factor)
        let rest = ContinuousClock.now.duration(to: due)
        guard rest > .zero else { return }
        Thread.sleep(forTimeInterval: Double(rest.components.seconds)
            + Double(rest.components.attoseconds) / 1e18)
    }
}
