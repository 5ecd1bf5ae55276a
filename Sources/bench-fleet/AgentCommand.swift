import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsFleetLoad
import OddsFleetRun
import OddsMeasurement
import OddsNATS
import OddsOptions

/// Carries out the plans of a fleet.
struct AgentCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = AgentCommandOptions.configuration

    @OptionGroup var options: AgentCommandOptions

    func run() async throws {
        let name = try option("--name") { () throws(FleetDocumentError) in
            try AgentName(options.agentName)
        }
        let allowed = try await BlockingWork.run { [texts = options.allowedTargets] in
            do {
                return try AllowedTargets(texts) { try TargetAddresses.resolve($0) }
            } catch let error as FleetDocumentError {
                throw ExperimentFailure(.usage, "--allow-target: \(error)")
            }
        }
        let link = try await FleetLink(
            options.access, name: "oddsbench agent \(name)",
            inboxPrefix: "_INBOX_agent.\(name)")
        let work = Task {
            try await FleetAgent.run(
                .init(name: name, allowed: allowed, bootID: MachineBoot.identifier),
                over: link.connection, events: link.events,
                say: { StandardError.print("bench: \($0)") })
        }
        try await Interruption.current.during({ _ in work.cancel() }) { try await work.value }
        await link.connection.close()
    }
}
