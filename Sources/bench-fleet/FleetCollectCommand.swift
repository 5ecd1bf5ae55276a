import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsFleetLoad
import OddsFleetRun
import OddsOptions
import OddsResults

/// Makes the result of a run whose coordinator is gone.
struct FleetCollectCommand: AsyncParsableCommand {
    static let configuration = FleetCollectOptions.configuration

    @OptionGroup var options: FleetCollectOptions

    func run() async throws {
        let start = Date()
        let output = FleetOutput(
            options.output, options.results, title: "fleet, run \(options.run)")
        let run = try option("the run") { () throws(FleetDocumentError) in
            try RunID(options.run)
        }
        let link = try await FleetLink(
            options.access, name: "oddsbench collector", inboxPrefix: "_INBOX_coordinator")
        let clock = ContinuousClock()
        let connected = clock.now
        let log = try await RunStream(link.connection).read(run)
        await link.connection.close()
        try Self.expectOver(log, run)
        let read = clock.now
        let result: ResultEnvelope<RunResults>
        do throws(RunLogError) {
            result = try FleetOutput.result(of: log)
        } catch {
            throw ExperimentFailure(.badData, "run '\(run)': \(error)")
        }
        let agents = result.result.runs.first?.fleet?.agents.count ?? 0
        StandardError.print(
            """
            bench: read the run in \(Self.text(read - connected)), and merged the results of \
            \(FigureFormat.counted(agents, "agent")) in \(Self.text(clock.now - read))
            """)
        try output.finish(result, start: start)
    }

    /// A result that is made too early would call agents lost that are measuring.
    private static func expectOver(_ log: RunLog, _ run: RunID) throws {
        guard let end = log.openUntil.map({ Date(timeIntervalSince1970: Double($0) / 1e9) }),
            end > Date()
        else { return }
        throw ExperimentFailure(
            .unavailable,
            """
            run '\(run)' is not over: its coordinator ends it, and without one its agents do by \
            \(end.formatted(.iso8601)); collect it then
            """)
    }

    private static func text(_ duration: Duration) -> String {
        FigureFormat.duration(nanoseconds: duration / .nanoseconds(1))
    }
}
