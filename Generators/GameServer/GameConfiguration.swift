/// The address and the options of a game server.
package struct GameConfiguration: Sendable {
    /// The address of the page; control is on loopback always, as it needs no token.
    package var host = "127.0.0.1"
    /// The port of the page; 0 for any free port.
    package var port = 0
    /// The port of control; 0 for any free port.
    package var controlPort = 0
    /// The seed of all worlds.
    package var seed: UInt64 = 1
    /// The most messages in any second of a stream that asks for no rate.
    package var rateLimit = PacedSchedule.limitDefault
    /// The platform whose matches are shown; `nil` for matches of the game's own.
    package var platform: PlatformConfiguration?
    /// A folder with the page's files, instead of those of the program.
    package var pageFolder: String?
    /// The most connections of pages; more wait until one ends.
    package var connectionsMax = 8_192
    /// How long connections may take, those of control too.
    var timeouts = ConnectionTimeouts()

    /// Lowers the most connections to what so many open files leave room for.
    ///
    /// - Returns: Whether it did.
    package mutating func limitConnections(openFiles: Int) -> Bool {
        let room = max(1, openFiles - Self.otherFilesMax)
        guard room < connectionsMax else { return false }
        connectionsMax = room
        return true
    }

    /// Files that are no connections of pages.
    private static let otherFilesMax = 128

    /// The address of control.
    package static let controlHost = "127.0.0.1"
    /// The most connections of control; more wait until one ends.
    static let controlConnectionsMax = 64
    /// The highest limit of messages a second.
    package static let rateLimitMax = 1_000

    /// The defaults of `game`.
    package init() {}
}
