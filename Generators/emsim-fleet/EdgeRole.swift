import Logging
import OddsFleetFeed
import OddsFleetServer
import OddsServer
import OddsSimulatorProgram
import ServiceLifecycle

/// Serves the frames that a source publishes.
final class EdgeRole: FleetRole {
    private let fleet: FleetConnection
    private let edge: FleetEdge
    private let ending = EndingService()

    init(_ options: FleetOptions, _ logger: Logger) async throws {
        fleet = try await FleetConnection(
            options, role: "edge of \(options.world.value)", inboxPrefix: "_INBOX_edge", logger)
        let (world, connection) = (try WorldName(options.world.value), fleet.connection)
        edge = try await ServingError.ofNATS {
            try FleetEdge(world: world, over: connection, logger: logger)
        }
        // Gaps are found by the beats.
        fleet.events.set { [ending] event in
            guard case .closed(let reason) = event else { return }
            ending.connectionWasClosed(reason)
        }
    }

    var feed: (any Feed)? { edge }

    var control: ControlServer.Extension {
        var control = ControlServer.Extension()
        control.metrics = { [edge] in edge.openMetrics }
        control.fault = { [edge] in edge.fault }
        return control
    }

    var service: any Service { ending }

    func begin(_ server: EMServer) async throws {
        try await ServingError.ofNATS { try await edge.begin() }
    }

    func serverWillStop() async {}

    func serverHasStopped() async { await fleet.connection.close() }
}
