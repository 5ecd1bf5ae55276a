import ArgumentParser
import Foundation
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
        let link = try await FleetLink(
            options.access, name: "oddsbench collector", inboxPrefix: "_INBOX_coordinator")
        let log = try await RunStream(link.connection).read(try RunID(options.run))
        await link.connection.close()
        let result: ResultEnvelope<RunResults>
        do throws(RunLogError) {
            result = try FleetOutput.result(of: log)
        } catch {
            throw ExperimentFailure(.badData, "\(error)")
        }
        try output.finish(result, start: start)
    }
}
