import Logging
import OddsFleetFeed
import OddsFleetServer
import OddsServer
import OddsSimulatorProgram
import ServiceLifecycle
import Synchronization

/// Publishes the world of this process.
final class SourceRole: FleetRole {
    private let fleet: FleetConnection
    private let frames: FleetConnection
    private let world: WorldName
    private let limits: StreamLimits
    private let logger: Logger
    private let source = Mutex<FleetSource?>(nil)
    private let ending = EndingService()

    init(_ options: FleetOptions, _ logger: Logger) async throws {
        fleet = try await FleetConnection(
            options, role: "source of \(options.world.value)", inboxPrefix: "_INBOX_source", logger)
        frames = try await FleetConnection(
            options, role: "frames of \(options.world.value)", inboxPrefix: "_INBOX_source",
            isForFrames: true, logger)
        world = try WorldName(options.world.value)
        limits = StreamLimits(options.stream)
        self.logger = logger
    }

    var feed: (any Feed)? { nil }

    var control: ControlServer.Extension {
        var control = ControlServer.Extension()
        control.metrics = { [self] in source.withLock { $0 }?.openMetrics ?? "" }
        control.fault = { [self] in
            guard let source = source.withLock({ $0 }) else { return "JetStream is not there yet" }
            return source.fault
        }
        return control
    }

    var service: any Service { ending }

    func begin(_ server: EMServer) async throws {
        let source = try await ServingError.ofNATS {
            try await FleetSource.start(
                server, world: world, limits: limits, over: fleet.connection,
                frames: frames.connection, logger: logger,
                end: { [ending] end in
                    switch end {
                    case .refused(let reason): ending.end(.unavailable(reason))
                    case .replaced(let reason): ending.end(ServingError(description: reason))
                    }
                })
        }
        self.source.withLock { $0 = source }
        frames.events.set { [weak source] in source?.connectionChanged($0) }
        fleet.events.set { [ending, weak source] event in
            source?.requestsChanged(event)
            guard case .closed(let reason) = event else { return }
            ending.connectionWasClosed(reason)
        }
    }

    func serverWillStop() async {}

    func serverHasStopped() async {
        await source.withLock { $0 }?.stop()
        await frames.connection.close()
        await fleet.connection.close()
    }
}

extension StreamLimits {
    fileprivate init(_ options: StreamOptions) {
        self.init()
        storage = options.storage.value == .file ? .file : .memory
        age = .nanoseconds(Int64(options.age.value.nanoseconds))
        bytesMax = Int64(options.bytes.value.byteCount)
        replicas = options.replicas.value
    }
}
