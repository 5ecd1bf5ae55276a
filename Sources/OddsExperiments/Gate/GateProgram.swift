import Foundation
import OddsReconstruction
import OddsResults

/// A build of this program, of whatever revision, that a gate runs as users
/// do: `bench run` and its JSON are what revisions have in common.
package struct GateProgram {
    package let side: GateSide
    let url: URL
    /// Beside those that both sides are given.
    var extraArguments: [String] = []

    /// Why a program gave no result that can be compared.
    struct Refusal: Error {
        let message: String
    }

    /// Runs once. Throws `Refusal` if the program does not take the arguments,
    /// or writes a result that is not ours.
    func run(
        _ strategy: StrategyName, _ runs: GatedRuns
    ) throws -> ResultEnvelope<RunResults> {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = url
        process.arguments =
            ["run", "--strategy", strategy.text] + runs.arguments + extraArguments
            + ["--format", "json"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(runs.environment) { _, added in added }
            .merging([EnvironmentDescription.partVariable: "1"]) { _, added in added }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw ExperimentFailure(.noSuchFile, "\(url.path): cannot be started")
        }
        // What it says of errors is one line, which fits the pipe.
        let json = output.fileHandleForReading.readDataToEndOfFile()
        let line = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        process.waitUntilExit()
        switch ExitStatus(rawValue: process.terminationStatus) {
        case nil where process.terminationStatus == 0, .invalid:
            guard let result = try? ResultEnvelope<RunResults>(json: json) else {
                throw Refusal(
                    message: """
                        \(side.name) writes no \(ResultEnvelope<RunResults>.schemaName): \(line)
                        """)
            }
            return result
        case .usage:
            throw Refusal(
                message: """
                    \(side.name) does not take these options, so that the two cannot be compared \
                    with them: \(line)
                    """)
        case let status:
            throw ExperimentFailure(
                status ?? .childDied,
                """
                a run of \(side.name) ended with status \(process.terminationStatus): \(line)
                """)
        }
    }
}
