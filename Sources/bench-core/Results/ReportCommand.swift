import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsReport

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes one HTML page of results: plots, tables, how to repeat them.",
        discussion: """
            Takes any JSON that run, saturate, soak, memory, selftest, gate, baseline and \
            calibrate write, and that of 'make peers'. The page needs no network. Chart.js \
            draws, and is put into the page from where the Debian package \
            \(PlottingLibrary.package) has it; without it the page has its tables.

            Example: bench report run.json soak.json --output report.html
            """)

    @Argument(help: "Results in JSON.")
    var files: [String]

    @Option(help: "The page; - is standard output.")
    var output: String

    @Option(
        name: .customLong("chart-js"),
        help: ArgumentHelp(
            "Another file that has Chart.js, the form for browsers.", valueName: "file"))
    var libraryPath: String?

    func run() throws {
        let report = try ResultOutput(path: output == "-" ? nil : output)
        let inputs = try files.map { path in
            ReportInput(
                name: URL(filePath: path).lastPathComponent, document: try ResultFile.read(path))
        }
        let library = try self.library()
        if library == nil {
            StandardError.print(
                """
                bench: the page has no plots: install the Debian package \
                \(PlottingLibrary.package), or name the script with --chart-js
                """)
        }
        try report.write(Data(ReportPage(inputs, library: library).html().utf8))
    }

    private func library() throws -> PlottingLibrary? {
        guard let libraryPath else {
            return PlottingLibrary.paths.lazy.compactMap(Self.script)
                .compactMap(PlottingLibrary.init(script:)).first
        }
        guard let script = Self.script(libraryPath) else {
            throw ExperimentFailure(.noSuchFile, "\(libraryPath): cannot be read")
        }
        guard let library = PlottingLibrary(script: script) else {
            throw ExperimentFailure(.badData, "\(libraryPath): not Chart.js 3 or 4 for browsers")
        }
        return library
    }

    private static func script(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}

/// Results in files.
enum ResultFile {
    static func read(_ path: String) throws -> ResultDocument {
        guard let json = FileManager.default.contents(atPath: path) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ExperimentFailure(
                .noSuchFile, "\(path): \(isThere ? "cannot be read" : "no such file")")
        }
        do {
            return try ResultDocument(json: json)
        } catch {
            throw ExperimentFailure(.badData, "\(path): \(error)")
        }
    }
}
