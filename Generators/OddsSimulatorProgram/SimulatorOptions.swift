import ArgumentParser
import OddsOptions

/// The options of `emsim`, and of the programs that it re-executes.
package struct SimulatorOptions: ParsableArguments {
    @OptionGroup package var server: ServerOptions
    @OptionGroup(title: "World") package var world: WorldOptions
    @OptionGroup(title: "Platform") package var platform: PlatformOptions
    @OptionGroup(title: "SportRadar") package var sportRadar: SportRadarOptions
    @OptionGroup(title: "Fleet") package var fleet: FleetOptions

    package init() {}

    package func validate() throws {
        guard !sportRadar.isServed || world.capture == nil else {
            throw ValidationError(
                "--sportradar serves a world, and a recording has none: leave out --capture")
        }
        guard fleet.subscribe != nil else { return }
        let given =
            world.givenOptions + (platform.platform ? ["--platform"] : [])
            + (sportRadar.isServed ? ["--sportradar"] : [])
            + (server.wakeAhead.nanoseconds > 0 ? ["--wake-ahead"] : [])
        if let option = given.first {
            throw ValidationError(
                "\(option) is an option of the source that has the world: with --subscribe "
                    + "frames come from there")
        }
        let faults = try server.configuration(speed: 1).faults
        if let rule = faults.rules.first(where: { [.frame, .server].contains($0.fault.target) }) {
            throw ValidationError(
                "--faults: '\(rule.fault.rawValue)' is a fault of the source that has the world: "
                    + "with --subscribe, requests and connections can have faults")
        }
    }

    /// How both programs present themselves.
    package static let configuration = CommandConfiguration(
        commandName: "emsim",
        abstract: "Serves the EM feed: WAMP over WebSocket, with load and faults.",
        discussion: """
            Once it is ready, prints one line of JSON, {"ws":…,"control":…}, with --platform \
            also "player" and "odds", with --sportradar "sportradar". Logs go to standard error. \
            On SIGTERM or SIGINT it sends GOODBYE to all sessions, waits for the clients for at \
            most --drain-time, closes the connections and exits. With --publish or --subscribe it \
            re-executes emsim-fleet, which must have been built with libnats.
            """,
        version: ReleaseNumber.line(of: "emsim"))
}
