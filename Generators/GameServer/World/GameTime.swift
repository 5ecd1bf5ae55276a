/// A moment in microseconds since 1970, by the server's clock or by that of a world.
struct GameTime: Hashable, Comparable, Sendable {
    var microseconds: Int64

    init(microseconds: Int64) { self.microseconds = microseconds }

    init(seconds: Int64) { microseconds = seconds * 1_000_000 }

    /// The whole seconds that have passed.
    var seconds: Int64 { microseconds / 1_000_000 }

    static func < (left: GameTime, right: GameTime) -> Bool {
        left.microseconds < right.microseconds
    }

    static func + (time: GameTime, interval: GameInterval) -> GameTime {
        GameTime(microseconds: time.microseconds + interval.microseconds)
    }

    static func - (time: GameTime, interval: GameInterval) -> GameTime {
        GameTime(microseconds: time.microseconds - interval.microseconds)
    }

    static func - (end: GameTime, start: GameTime) -> GameInterval {
        GameInterval(microseconds: end.microseconds - start.microseconds)
    }
}

/// The microseconds between two moments.
struct GameInterval: Hashable, Comparable, Sendable {
    var microseconds: Int64

    static let zero = GameInterval(microseconds: 0)

    static func milliseconds(_ count: Int64) -> GameInterval {
        GameInterval(microseconds: count * 1_000)
    }

    static func seconds(_ count: Int64) -> GameInterval {
        GameInterval(microseconds: count * 1_000_000)
    }

    static func < (left: GameInterval, right: GameInterval) -> Bool {
        left.microseconds < right.microseconds
    }

    static func + (left: GameInterval, right: GameInterval) -> GameInterval {
        GameInterval(microseconds: left.microseconds + right.microseconds)
    }
}
