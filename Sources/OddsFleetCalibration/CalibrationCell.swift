import Foundation
import OddsExperiments
import OddsFleetFeed
import OddsFleetLoad
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsNATS

/// A source, an edge and its clients, for one condition: with a world of its own, that runs only
/// while the condition has its window.
package struct CalibrationCell: Sendable {
    /// A program of the cell.
    struct Server: Sendable {
        let child: CalibrationChild
        let meter: ProcessMeter
        let control: ServerControl
        let address: String

        /// Starts `emsim-fleet`, and returns once it serves.
        ///
        /// - Throws: `ExperimentFailure`; `LaunchError`.
        static func start(_ words: [String], called name: String) async throws -> Server {
            let program = try await BlockingWork.run {
                try Launcher().executable(.simulatorFleet)
            }
            let child = try CalibrationChild(
                [program.path] + words + [
                    "--stamp", "--stop-at-end-of-input", "--drain-time", "200ms", "--log-level",
                    "error",
                ], called: name)
            do {
                let line = try await child.firstLine()
                let addresses = try JSONDecoder().decode(
                    Simulator.Addresses.self, from: Data(line.utf8))
                guard let meter = ProcessMeter(of: child.identifier), meter.read() != nil else {
                    throw ExperimentFailure(
                        .unavailable,
                        "the system does not say what a process takes: --calibrate is for Linux")
                }
                return Server(
                    child: child, meter: meter, control: try ServerControl(addresses.control),
                    address: addresses.ws)
            } catch {
                await child.stop()
                throw error
            }
        }
    }

    let kind: Kind
    let source: Server
    /// None for a world that nobody subscribes.
    let edge: Server?
    let clients: (any CalibrationClients)?
    let topics: [String]
    let world: SourceControl

    /// Starts the cell's programs; its world is paused, and its clients are not there yet.
    ///
    /// - Throws: `ExperimentFailure`.
    static func start(_ kind: Kind, nats: String, over link: NATSConnection) async throws -> Self {
        let names = ["--world", kind.name]
        let source = try await Server.start(
            ["--publish", nats] + names
                + CalibrationWorld.options(framesPerSecond: kind.framesPerSecond),
            called: "the source of \(kind.name)")
        var edge: Server?
        do {
            let world = SourceControl(link, world: try WorldName(kind.name))
            try await world.pause()
            guard kind != .world else {
                return CalibrationCell(
                    kind: kind, source: source, edge: nil, clients: nil, topics: [], world: world)
            }
            edge = try await Server.start(
                ["--subscribe", nats] + names, called: "the edge of \(kind.name)")
            return CalibrationCell(
                kind: kind, source: source, edge: edge,
                clients: kind == .agent ? ApplyingClients() : CountingClients(),
                topics: Array(try await FleetTopics.matches.texts(of: world).prefix(kind.topics)),
                world: world)
        } catch {
            await edge?.child.stop()
            await source.child.stop()
            throw error
        }
    }

    /// Connects the cell's clients in steps, and returns for each step the memory that one
    /// more client took, at the edge or, for an agent, in this process.
    func connect(steps: Int) async throws -> [Double] {
        guard let edge else { return [] }
        let count = topics.count * kind.clientsPerTopic
        let process = kind == .agent
            ? ProcessInfo.processInfo.processIdentifier : edge.child.identifier
        var samples: [Double] = []
        var connected = 0
        var before = ProcessUsage.of(process: process)
        for step in 1...steps {
            let more = count * step / steps - connected
            guard more > 0 else { continue }
            // Each topic in turn, whatever the step.
            let topics = (0..<more).map { self.topics[(connected + $0) % self.topics.count] }
            connected += more
            if let applying = clients as? ApplyingClients {
                try await applying.connect(more, to: edge.address, topics: topics)
            } else if let counting = clients as? CountingClients {
                try await counting.connect(
                    more, to: edge.address, topics: topics,
                    conduct: kind == .waiting ? .waiting : .reading)
            }
            let after = ProcessUsage.of(process: process)
            if let before, let after {
                samples.append(Double(after.residentBytes - before.residentBytes) / Double(more))
            }
            before = after
        }
        return samples
    }

    /// Ends all programs.
    func stop() async {
        await clients?.stop()
        await edge?.child.stop()
        await source.child.stop()
    }
}
