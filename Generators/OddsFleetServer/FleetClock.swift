import Foundation
import NIOCore
import OddsFleetFeed
import OddsMeasurement

/// The clocks of a machine.
enum FleetClock {
    /// The machine's monotonic clock, which frames are due on.
    static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }

    /// Nanoseconds since 1970.
    static var sinceEpoch: UInt64 { UInt64(max(0, Date().timeIntervalSince1970) * 1e9) }
}

extension BootID {
    /// This start of this machine.
    static let own = try! BootID(MachineBoot.identifier)
}
