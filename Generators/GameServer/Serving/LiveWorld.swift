import NIOCore

/// A world with the page that has it: its sockets, its stream and what control wants.
///
/// It belongs to `GameWorlds`.
final class LiveWorld {
    let id: WorldID
    var world: World
    var stream: UpdateStream
    var isPaused = false
    var faults = WorldFaults()
    var log = WorldLog()
    var sockets: [LiveSocket] = []
    /// How far control has moved the world's clock.
    var advanced = GameInterval.zero
    /// When a request came last, by the server's clock.
    var lastUsed: GameTime
    /// Wakes the world when an update is due or a match begins.
    var timer: Scheduled<Void>?

    /// What it shows of the platform's matches; `nil` if it has its own.
    let platform: PlatformView?

    /// - Parameter world: Without matches if it shows the platform's.
    init(
        id: WorldID, world: World, stream: UpdateStream, platform: PlatformView? = nil,
        now: GameTime
    ) {
        self.platform = platform
        self.id = id
        self.world = world
        self.stream = stream
        lastUsed = now
    }

    /// Its matches, in no order.
    var rows: [MatchWithOdds] { platform?.rows ?? world.rows }

    /// The number of changes of odds so far.
    var seq: Int { platform?.seq ?? world.seq }

    /// The world's own time.
    func time(_ now: GameTime) -> GameTime { now + advanced }

    /// When it must be woken, by the server's clock; `nil` if nobody is connected.
    var wakes: GameTime? {
        guard !sockets.isEmpty, platform == nil else { return nil }
        let begins = GameTime(seconds: world.firstStartSeconds) - advanced
        return isPaused ? begins : min(begins, stream.ready)
    }
}
