import Foundation
import NIOCore

/// The server's clock: the time of day when it was made, and the time that has passed since
/// on its event loop. It never jumps.
struct GameClock: Sendable {
    private let loop: any EventLoop
    /// The time of day at which the loop's clock was 0.
    private let origin: GameTime

    /// - Parameter origin: The time of day at which the loop's clock was 0; now if it is `nil`.
    init(loop: any EventLoop, origin: GameTime? = nil) {
        self.loop = loop
        let wall = Int64((Date().timeIntervalSince1970 * 1_000_000).rounded())
        self.origin =
            origin ?? GameTime(microseconds: wall - Int64(loop.now.uptimeNanoseconds / 1_000))
    }

    var now: GameTime { time(monotonicNanoseconds: loop.now.uptimeNanoseconds) }

    /// The moment at which the loop's clock shows this.
    func time(monotonicNanoseconds: UInt64) -> GameTime {
        GameTime(microseconds: origin.microseconds + Int64(monotonicNanoseconds / 1_000))
    }

    /// When timers of that moment are due; the last moment of the loop's clock, which counts
    /// nanoseconds and ends centuries before matches do, for all later ones.
    func deadline(of time: GameTime) -> NIODeadline {
        let (nanoseconds, isLater) = UInt64(max(0, (time - origin).microseconds))
            .multipliedReportingOverflow(by: 1_000)
        return isLater ? .distantFuture : .uptimeNanoseconds(nanoseconds)
    }
}
