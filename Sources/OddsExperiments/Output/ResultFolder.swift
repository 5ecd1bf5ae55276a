import Foundation
import OddsConsole
import OddsMeasurement
import OddsResults

/// The folder of one result: `result.json` and the other files of the command.
/// It is created with its first file.
package struct ResultFolder {
    /// `nil` if nothing is kept.
    package let url: URL?
    /// When the command started.
    private let start: Date

    /// Chooses a name made of the time and the command, with a number if that
    /// name exists. Says beforehand if nothing will be kept.
    ///
    /// - Parameters:
    ///   - given: The parent folder that the user named; `nil` for
    ///     `Results/runs` if there is a folder `Results`, and otherwise for
    ///     keeping nothing.
    ///   - command: The name of the command.
    ///   - start: When the command started.
    ///   - current: The folder in which `Results` is looked for.
    ///   - notice: Called with a line that says how to keep the result, if it is not.
    /// - Throws: `ExperimentFailure` if the folder cannot be created, so that
    ///   no work is lost.
    package init(
        below given: String?, command: String, start: Date,
        current: String = FileManager.default.currentDirectoryPath,
        notice: (String) -> Void = StandardError.print
    ) throws {
        self.start = start
        // The result that this run is part of keeps it.
        let isPart = EnvironmentDescription.isPart
        let files = FileManager.default
        let here = URL(filePath: current, directoryHint: .isDirectory)
        let standard = here.appending(path: "Results")
        var isFolder: ObjCBool = false
        let hasStandard =
            files.fileExists(atPath: standard.path, isDirectory: &isFolder) && isFolder.boolValue
        guard given != nil || (hasStandard && !isPart) else {
            url = nil
            if !isPart {
                notice(
                    """
                    bench: there is no folder Results here, so the result will only be printed: \
                    --results FOLDER keeps it, or 'mkdir Results' from now on
                    """)
            }
            return
        }
        let parent =
            given.map { URL(filePath: $0, directoryHint: .isDirectory, relativeTo: here) }
            ?? standard.appending(path: "runs")
        do {
            try files.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            // A file on the way to it is what most often is in its place.
            let isFile = files.fileExists(atPath: parent.path)
            throw ExperimentFailure(
                .cannotWrite,
                """
                \(parent.relativePath): \(isFile ? "is a file" : "cannot be created"); give a \
                folder with --results
                """)
        }
        guard files.isWritableFile(atPath: parent.path) else {
            throw ExperimentFailure(
                .cannotWrite,
                "\(parent.relativePath): cannot be written to; give another folder with --results")
        }
        let name = "\(Self.compact(start))-\(command)"
        let names = [name] + (2...1_000).map { "\(name)-\($0)" }
        url = names.map { parent.appending(path: $0, directoryHint: .isDirectory) }
            .first { !files.fileExists(atPath: $0.path) }
    }

    package func write(_ data: some ContiguousBytes, as name: String) throws {
        guard let url else { return }
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(url.path): cannot be created")
        }
        try ResultOutput(path: url.appending(path: name).path).write(data)
    }

    /// Writes `result.json`.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - notice: Called with a line that says where it is.
    package func keep(
        _ result: ResultEnvelope<some ResultContent>, notice: (String) -> Void
    ) throws {
        guard let url else { return }
        try write(result.json(), as: "result.json")
        notice("bench: the result is in \(url.relativePath)")
    }

    /// Writes the distributions of each run in the text format of HDR tools, and
    /// all of them as a histogram log.
    ///
    /// - Parameters:
    ///   - runs: The runs.
    ///   - arguments: The words of the command.
    package func keepHistograms(of runs: [RunResult], arguments: [String]) throws {
        var log = HistogramLog(start: start)
        for run in runs {
            try log.add(run, arguments: arguments)
            let times = [("responseTime", run.responseTime), ("serviceTime", run.serviceTime)]
            for (name, summary) in times {
                guard let histogram = try summary.latencies() else { continue }
                let file = "\(run.strategy)-\(run.repetition)-\(name).hgrm"
                try write(Data(histogram.hgrm.utf8), as: file)
            }
        }
        if !log.isEmpty { try write(Data(log.text.utf8), as: "latencies.hlog") }
    }

    /// Writes the intervals of all runs as NDJSON, if there are any.
    package func keepIntervals(of runs: [RunResult]) throws {
        let lines = try IntervalLine.ndjson(runs)
        if !lines.isEmpty { try write(lines, as: "intervals.ndjson") }
    }

    /// `20261121T065746Z`.
    private static func compact(_ date: Date) -> String {
        ISO8601DateFormatter().string(from: date).filter { $0 != "-" && $0 != ":" }
    }
}
