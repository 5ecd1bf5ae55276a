import Foundation
import OddsReconstruction
import OddsResults

/// A build of this program from any revision. A gate runs it as a user would,
/// because `bench run` and its JSON are the interface that all revisions share.
package struct GateProgram {
    package let side: GateSide
    let url: URL
    /// Arguments in addition to those of both sides.
    var extraArguments: [String] = []

    /// Why a program gave no comparable result.
    struct Refusal: Error {
        let message: String
    }

    /// Runs the program once.
    ///
    /// - Throws: `Refusal` if the program rejects the arguments, or if its
    ///   output is not a result; `ExperimentFailure` if it fails otherwise.
    func run(
        _ strategy: StrategyName, _ runs: GatedRuns
    ) throws -> ResultEnvelope<RunResults> {
        let process = Process()
        let (output, errors) = (ChildOutput(), ChildOutput())
        process.executableURL = url
        process.arguments =
            ["run", "--strategy", strategy.text] + runs.arguments + extraArguments
            + ["--format", "json"]
        process.environment = ProcessInfo.processInfo.environment
            .merging(runs.environment) { _, added in added }
            .merging([EnvironmentDescription.partVariable: "1"]) { _, added in added }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        do {
            try process.run()
        } catch {
            throw ExperimentFailure(.noSuchFile, "\(url.path): cannot be started")
        }
        output.start()
        errors.start()
        let json = output.wait()
        let line = String(decoding: errors.wait(), as: UTF8.self)
            .split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        process.waitUntilExit()
        switch ExitStatus(rawValue: process.terminationStatus) {
        case nil where process.terminationStatus == 0, .invalid:
            guard let result = try? ResultEnvelope<RunResults>(json: json) else {
                throw Refusal(
                    message: """
                        \(side.name) does not write \(ResultEnvelope<RunResults>.schemaName): \
                        \(line)
                        """)
            }
            return result
        case .usage:
            throw Refusal(
                message: """
                    \(side.name) does not accept these options, so the two sides cannot be \
                    compared with them: \(line)
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
