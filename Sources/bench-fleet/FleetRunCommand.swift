import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsFleetLoad
import OddsFleetRun
import OddsMeasurement
import OddsOptions

/// Has a feed measured by the agents of a fleet.
struct FleetRunCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = FleetRunOptions.configuration

    @OptionGroup var options: FleetRunOptions

    func run() async throws {
        let start = Date()
        let output = FleetOutput(options.output, options.results, title: options.title)
        let targets = try options.connect.map { url in
            do throws(FleetDocumentError) {
                return try Target(url)
            } catch {
                throw ExperimentFailure(.usage, "--connect \(error)")
            }
        }
        let run = try option("--run-id") { () throws(FleetDocumentError) in
            try RunID(options.runID ?? Self.name(start))
        }
        let view = FleetTerminal()
        let link = try await FleetLink(
            options.access, name: "oddsbench coordinator", inboxPrefix: "_INBOX_coordinator",
            say: { view.say($0) })
        let stream = try RunStream(link.connection)
        try await Interruption.current.ending {
            try await stream.make { StandardError.print("bench: waiting for JetStream: \($0)") }
        }
        guard try await !stream.has(run) else {
            throw ExperimentFailure(.usage, "--run-id \(run): the stream has a run of that name")
        }
        StandardError.print("bench: run \(run)")
        StandardError.print("bench: looking for agents")
        let request = try await request(run, targets, start)
        let outcome = try await FleetCoordinator.run(
            request, over: link.connection, events: link.events, show: { view.show($0) })
        view.clear()
        if case .notStarted(let reason) = outcome {
            throw ExperimentFailure(.unavailable, "the run did not begin: \(reason)")
        }
        let result = try FleetOutput.result(of: try await stream.read(run))
        await link.connection.close()
        try output.finish(result, start: start)
    }

    /// By the time of the start, in UTC.
    private static func name(_ start: Date) -> String {
        let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        return start.formatted(format.year().month().day().time(includingFractionalSeconds: true))
            .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    private func request(
        _ run: RunID, _ targets: [Target], _ start: Date
    ) async throws -> FleetRunRequest {
        let choice: AgentChoice =
            try options.agentCount.map { .count($0) }
            ?? .names(options.agentNames.map { try AgentName($0) })
        var request = FleetRunRequest(
            run: run, world: options.world, seed: options.seed.value, targets: targets,
            agents: choice, clients: options.clients.value,
            origin: RunOrigin(
                command: options.words,
                environment: await .current(
                    since: start, processorTime: ProcessorTime.current())))
        request.topics = options.topics == .matches ? .matches : .list
        request.connectionsPerSecond = options.connectRate.value
        request.warmupMilliseconds = options.warmup.nanoseconds / 1_000_000
        request.durationMilliseconds = options.duration.nanoseconds / 1_000_000
        request.strategy = options.strategy
        request.compression = options.compression.flatMap { .init(rawValue: $0.rawValue) }
        request.storms = options.storms
        request.rewinds = !options.keepsWorld
        request.backoffMaxMilliseconds = Int(options.backoffMax.nanoseconds / 1_000_000)
        return request
    }
}
