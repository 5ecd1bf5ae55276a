import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsReport

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Renders results as one HTML page with plots, tables and commands.",
        discussion: """
            Takes any JSON written by run, saturate, soak, memory, selftest, gate, baseline, \
            calibrate and 'make peers', and histories (.ndjson). Strategies that are in several \
            results are laid over each other. The page needs no network, and prints on A4. It \
            embeds Chart.js from the Debian package \(PlottingLibrary.package), which bench \
            doctor --install installs; without that it has tables only.

            Example: bench report run.json soak.json --output report.html
            Example: bench report monday.json tuesday.json --output both.html
            """)

    @Argument(help: "Results in JSON.", completion: .results)
    var files: [String]

    @Option(
        help: ArgumentHelp("File for the page; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String

    @Option(
        name: .customLong("chart-js"),
        help: ArgumentHelp(
            "File with Chart.js for browsers, instead of the package's.", valueName: "file"),
        completion: .file(extensions: ["js"]))
    var libraryPath: String?

    func run() throws {
        let report = try ResultOutput(path: output)
        let inputs = try files.map { path in
            ReportInput(
                name: ResultFile.name(path), document: try ResultFile.read(path))
        }
        let library = try self.library()
        if library == nil {
            StandardError.print(
                """
                bench: the page has no plots, as Chart.js is not installed; 'bench doctor \
                --install' installs Debian's \(PlottingLibrary.package), or pass the script with \
                --chart-js
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

/// Reads results from files.
enum ResultFile {
    /// The name under which a file appears in a page: its own, or, as all kept results are
    /// called `result.json`, with that of its folder.
    static func name(_ path: String) -> String {
        let url = URL(filePath: path).absoluteURL
        let name = url.lastPathComponent
        guard name == "result.json" else { return name }
        return url.deletingLastPathComponent().lastPathComponent + "/" + name
    }

    static func read(_ path: String) throws -> ResultDocument {
        if path.hasSuffix(".ndjson"), FileManager.default.fileExists(atPath: path) {
            return .history(try HistoryFolder.lines(ofFile: path))
        }
        guard let json = FileManager.default.contents(atPath: path) else {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            throw ExperimentFailure(
                .noSuchFile,
                isFolder.boolValue
                    ? "\(path): is a folder; give the result.json in it"
                    : "\(path): \(isThere ? "cannot be read" : "no such file")")
        }
        do {
            return try ResultDocument(json: json)
        } catch {
            throw ExperimentFailure(.badData, "\(path): \(error)")
        }
    }
}
