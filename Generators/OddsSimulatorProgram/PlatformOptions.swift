import ArgumentParser
import Foundation
import OddsOptions
import OddsPlatform
import OddsPlatformServer
import OddsResults

/// The platform beside the feed.
package struct PlatformOptions: ParsableArguments {
    @Flag(
        help: """
            Serve the platform as well, over HTTP: accounts, sessions, wallets, payments, \
            limits, documents, consents and bets.
            """)
    var platform = false

    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            """
            File of the platform's state, with which it goes on where it ended, after a crash \
            too (default: in memory).
            """, valueName: "file"))
    var path: String?

    @Option(
        help: "Port of accounts, 0 for any free port (default: 0).", transform: CountText.option)
    var playerPort: Int?

    @Option(
        help: "Port of bets, 0 for any free port (default: 0).", transform: CountText.option)
    var oddsPort: Int?

    @Flag(
        name: .customLong("sync-full"),
        help: """
            Answer only once the disk has what a request changed, so that the loss of power \
            loses nothing either. With --state.
            """)
    var waitsForDisk = false

    @Option(
        name: .customLong("live-delay"),
        help: "How long a ticket with a live offer is held before it is placed, at most 20s.")
    var liveDelay = DurationOption(seconds: 0)

    @Option(help: "How long a session lives from its last use; a bare number is seconds.")
    var sessionLife = DurationOption(seconds: 1_800)

    @Option(
        help: """
            Cost of password hashes, 1 to 20: the logarithm of scrypt's N. Each step doubles \
            time and memory. Real services have 14 or more.
            """, transform: CountText.option)
    var passwordCost = PasswordHash.Cost.standard.logarithm

    @Option(
        name: .customLong("kyc-delay"),
        help: ArgumentHelp(
            "Time after which documents are approved (default: by control only).",
            valueName: "time"))
    var verificationDelay: DurationOption?

    @Flag(
        name: .customLong("skip-cool-off"),
        help: "Let requests bring a higher limit, or the end of one, into force at once.")
    var skipsCoolOff = false

    package init() {}

    package func validate() throws {
        for (name, port) in [("player-port", playerPort), ("odds-port", oddsPort)] {
            if let port, !(0...65_535).contains(port) {
                throw ValidationError("--\(name) \(port): must be between 0 and 65535")
            }
        }
        guard liveDelay.nanoseconds <= 20_000_000_000 else {
            throw ValidationError("--live-delay must be at most 20s")
        }
        guard path != nil || !waitsForDisk else {
            throw ValidationError("--sync-full waits for the disk of --state, which is not given")
        }
        guard PasswordHash.Cost.range.contains(passwordCost) else {
            throw ValidationError("--password-cost \(passwordCost): must be between 1 and 20")
        }
        guard sessionLife.nanoseconds >= 100_000_000 else {
            throw ValidationError("--session-life must be at least 100ms")
        }
        guard platform || path == nil else {
            throw ValidationError("--state keeps the state of --platform, which is not given")
        }
    }

    /// The configuration of a platform beside a feed with those options.
    func configuration(
        beside server: ServerOptions, world: WorldOptions, _ sportRadar: SportRadarOptions
    ) -> PlatformConfiguration {
        var configuration = PlatformConfiguration()
        configuration.settings.world = world.identity
        configuration.host = server.host
        configuration.playerPort =
            playerPort ?? (server.development ? DevelopmentPorts.player : 0)
        configuration.oddsPort = oddsPort ?? (server.development ? DevelopmentPorts.odds : 0)
        configuration.sportRadarPort = sportRadar.listeningPort(server)
        configuration.connectionsMax = server.connections
        configuration.settings.waitsForDisk = waitsForDisk
        configuration.settings.liveDelayMilliseconds = Int64(liveDelay.nanoseconds / 1_000_000)
        configuration.settings.path = path
        configuration.settings.sessionLifeMilliseconds =
            Int64(sessionLife.nanoseconds / 1_000_000)
        configuration.settings.passwordCost =
            PasswordHash.Cost(logarithm: passwordCost) ?? .standard
        configuration.settings.verificationMilliseconds = verificationDelay.map {
            Int64($0.nanoseconds / 1_000_000)
        }
        configuration.settings.allowsSkippingCoolOff = skipsCoolOff
        return configuration
    }
}
