import Foundation
import OddsReconstruction
import OddsResults
import Subprocess

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
    ) async throws -> ResultEnvelope<RunResults> {
        let variables = runs.environment
            .merging([EnvironmentDescription.partVariable: "1"]) { _, added in added }
        let process: ExecutionResult<Void, BytesOutput, StringOutput<UTF8>>
        do {
            process = try await Subprocess.run(
                .path(.init(url.path)),
                arguments: Arguments(
                    ["run", "--strategy", strategy.text] + runs.arguments + extraArguments
                        + ["--format", "json"]),
                environment: .inherit(adding: variables), platformOptions: .graceful,
                output: .bytes(limit: .max), error: .string(limit: .max))
        } catch is SubprocessError {
            throw ExperimentFailure(.noSuchFile, "\(url.path): cannot be started")
        }
        try Task.checkCancellation()
        let line = process.standardError.split(whereSeparator: \.isNewline).last ?? ""
        let status = process.terminationStatus
        switch status.exitStatus {
        case _ where status.isSuccess, .invalid:
            guard let result = try? ResultEnvelope<RunResults>(
                json: Data(process.standardOutput))
            else {
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
        case let exitStatus:
            throw ExperimentFailure(
                exitStatus, "a run of \(side.name) \(status.text): \(line)")
        }
    }
}
