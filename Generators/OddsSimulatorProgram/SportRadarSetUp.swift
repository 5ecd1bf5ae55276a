import Logging
import OddsPlatformServer
import OddsServer
import ServiceLifecycle

/// The contents of SportRadar's wire beside the feed, without a platform.
struct SportRadarSetUp {
    /// What the control interface serves of it.
    let control: ControlServer.Extension
    /// Its server.
    let service: any Service

    /// - Parameter started: Called with the base URL once it is bound.
    init(
        _ configuration: PlatformConfiguration, contents: EMServer, logger: Logger,
        started: @escaping @Sendable (_ url: String) async -> Void
    ) {
        let faults = PlatformFaults(contents.metrics)
        faults.set(contents.configuration.faults)
        let server = SportRadarServer(
            configuration, contents: contents, faults: faults, logger: logger)
        var control = ControlServer.Extension()
        control.metrics = { server.openMetrics }
        control.setFaults = { faults.set($0) }
        self.control = control
        service = server.service(started: started)
    }
}
