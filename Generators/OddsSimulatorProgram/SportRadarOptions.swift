import ArgumentParser
import OddsOptions
import OddsPlatformServer
import OddsResults
import OddsServer

/// The second provider beside the feed.
package struct SportRadarOptions: ParsableArguments {
    @Flag(
        name: .customLong("sportradar"),
        help: """
            Serve the world as SportRadar does as well, on a port of its own: the socket and the \
            requests for contents, with --platform also accounts and bets.
            """)
    var isServed = false

    @Option(
        name: .customLong("sportradar-port"),
        help: "Port of SportRadar, 0 for any free port (default: 0).", transform: CountText.option)
    var port: Int?

    @Option(
        name: .customLong("subscriber-life"),
        help: ArgumentHelp(
            """
            How long a subscriber is kept whose socket is gone (default: 60s); a bare number is \
            seconds.
            """, valueName: "time"))
    var subscriberLife: DurationOption?

    package init() {}

    package func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError("--sportradar-port \(port): must be between 0 and 65535")
        }
        if let subscriberLife, subscriberLife.nanoseconds > 86_400_000_000_000 {
            throw ValidationError("--subscriber-life must be at most a day")
        }
        let given = [
            ("--sportradar-port", port != nil), ("--subscriber-life", subscriberLife != nil),
        ]
        if !isServed, let (option, _) = given.first(where: \.1) {
            throw ValidationError("\(option) is for --sportradar, which is not given")
        }
    }

    /// The port to listen on; `nil` if it is not served.
    func listeningPort(_ server: ServerOptions) -> Int? {
        guard isServed else { return nil }
        return port ?? (server.development ? DevelopmentPorts.sportRadar : 0)
    }

    /// Has the server serve contents, if they are.
    func apply(to configuration: inout ServerConfiguration) {
        configuration.servesContents = isServed
        guard let subscriberLife else { return }
        configuration.subscriberLifeMilliseconds = Int64(subscriberLife.nanoseconds / 1_000_000)
    }

    /// The configuration of a server of contents alone.
    func configuration(beside server: ServerOptions) -> PlatformConfiguration {
        var configuration = PlatformConfiguration()
        configuration.host = server.host
        configuration.sportRadarPort = listeningPort(server)
        configuration.connectionsMax = server.connections
        return configuration
    }
}
