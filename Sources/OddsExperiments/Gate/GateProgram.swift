import Foundation
import OddsHarness
import OddsReconstruction
import OddsResults
import Subprocess

/// A build of this program from any revision. A gate runs it as a user would,
/// because `bench run` and its JSON are the interface that all revisions share.
package struct GateProgram {
    package let side: GateSide
    let url: URL
    /// The versions of the packages that it was built with; `nil` if they are unknown.
    let packages: [String: String]?
    /// What it is linked from; `nil` if that is not known, so that it runs in the
    /// layout that it has.
    var inputs: LinkInputs?
    /// Arguments of `run` in addition to those of both sides.
    var extraArguments: [String] = []
    /// The program in several layouts; empty for `url` alone.
    var layouts: [URL] = []

    /// - Parameters:
    ///   - side: The name and the commit.
    ///   - url: The executable.
    ///   - packages: The versions of the packages that it was built with.
    ///   - inputs: What it is linked from.
    init(
        side: GateSide, url: URL, packages: [String: String]? = nil, inputs: LinkInputs? = nil
    ) {
        self.side = side
        self.url = url
        self.packages = packages
        self.inputs = inputs
    }

    /// The executable with a layout, by number from 0; they repeat.
    func executable(layout: Int) -> URL {
        layouts.isEmpty ? url : layouts[layout % layouts.count]
    }

    /// Why a program gave no comparable result.
    struct Refusal: Error {
        let message: String
        /// Whether the program does not know the arguments.
        var isOfArguments = false
    }

    /// Runs the program once.
    ///
    /// - Parameters:
    ///   - strategy: The strategy.
    ///   - runs: The options of the run.
    ///   - layout: The number of the layout.
    ///   - turns: Its side of two runs that take turns; `nil` for a run on its own.
    /// - Throws: `Refusal` if the program rejects the arguments, or if its
    ///   output is not a result; `ExperimentFailure` if it fails otherwise.
    func run(
        _ strategy: StrategyName, _ runs: GatedRuns, layout: Int = 0, turns: TurnTaking? = nil
    ) async throws -> ResultEnvelope<RunResults> {
        try await result(
            of: ["run", "--strategy", strategy.text] + runs.arguments + extraArguments
                + (turns.map { ["--turns", $0.text] } ?? []),
            runs, layout: layout)
    }

    /// Counts the instructions of a strategy once.
    ///
    /// - Parameters:
    ///   - strategy: The strategy.
    ///   - runs: The options of the run.
    ///   - layout: The number of the layout.
    /// - Throws: As `run`; a program from before `bench count` rejects it.
    func count(
        _ strategy: StrategyName, _ runs: GatedRuns, layout: Int
    ) async throws -> ResultEnvelope<CountResult> {
        try await result(
            of: ["count", "--strategy", strategy.text, "--repeat", "1"] + runs.arguments,
            runs, layout: layout)
    }

    /// The last message of a program, which may have several lines, in one. Without the
    /// program's name before it, the last line.
    static func lastMessage(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        let start = lines.lastIndex { $0.hasPrefix("bench: ") } ?? max(lines.count - 1, 0)
        return lines[start...].joined(separator: " ")
    }

    private func result<Content: ResultContent>(
        of words: [String], _ runs: GatedRuns, layout: Int
    ) async throws -> ResultEnvelope<Content> {
        let program = executable(layout: layout)
        let variables = runs.environment
            .merging([EnvironmentDescription.partVariable: "1"]) { _, added in added }
        let process: ExecutionResult<Void, BytesOutput, StringOutput<UTF8>>
        do {
            process = try await Subprocess.run(
                .path(.init(program.path)), arguments: Arguments(words + ["--format", "json"]),
                environment: .inherit(adding: variables), platformOptions: .graceful,
                output: .bytes(limit: .max), error: .string(limit: .max))
        } catch is SubprocessError {
            throw ExperimentFailure(.noSuchFile, "\(program.path): cannot be started")
        }
        try Task.checkCancellation()
        let line = Self.lastMessage(process.standardError)
        let status = process.terminationStatus
        switch status.exitStatus {
        case _ where status.isSuccess, .invalid:
            guard let result = try? ResultEnvelope<Content>(json: Data(process.standardOutput))
            else {
                throw Refusal(
                    message: """
                        \(side.name) does not write \(ResultEnvelope<Content>.schemaName), so \
                        choose a revision that does: \(line)
                        """)
            }
            return result
        case .usage:
            throw Refusal(
                message: """
                    \(side.name) does not accept these options, so leave out what it does \
                    not know, or choose a later revision: \(line)
                    """, isOfArguments: true)
        case let exitStatus:
            throw ExperimentFailure(
                exitStatus, "a run of \(side.name) \(status.text): \(line)")
        }
    }
}
