import Foundation
import NIOCore

/// The server's clock: the time of day when it was made, and the time that has passed since.
/// It never jumps.
struct GameClock: Sendable {
    /// The time of day at which the monotonic clock was 0.
    private let originMicroseconds: Int64

    init() {
        let wall = Int64((Date().timeIntervalSince1970 * 1_000_000).rounded())
        originMicroseconds = wall - Int64(NIODeadline.now().uptimeNanoseconds / 1_000)
    }

    var now: GameTime { time(monotonicNanoseconds: NIODeadline.now().uptimeNanoseconds) }

    /// The moment at which the monotonic clock shows this.
    func time(monotonicNanoseconds: UInt64) -> GameTime {
        GameTime(microseconds: originMicroseconds + Int64(monotonicNanoseconds / 1_000))
    }

    /// When timers of that moment are due.
    func deadline(of time: GameTime) -> NIODeadline {
        .uptimeNanoseconds(UInt64(max(0, time.microseconds - originMicroseconds)) * 1_000)
    }
}
