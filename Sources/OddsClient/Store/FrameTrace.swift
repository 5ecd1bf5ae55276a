import NIOCore
import OddsReconstruction

/// When a frame passed each stage, in nanoseconds of the machine's monotonic
/// clock. The clock is only read if tracing is on.
package struct FrameTrace: StageProbe, Sendable {
    /// Whether tracing is on.
    let isOn: Bool
    /// When the server meant to send the frame; 0 if it does not say.
    package private(set) var intended: UInt64 = 0
    /// When the frame was read from the socket.
    package private(set) var received: UInt64 = 0
    package private(set) var decoded: UInt64 = 0
    package private(set) var applied: UInt64 = 0
    /// The version of the state with the frame, and without the held frames
    /// that it released: it need not have what came between. `nil` if the state
    /// has none.
    package private(set) var version: UInt64?
    /// Whether the frame was a dump.
    package private(set) var isDump = false
    /// The versions of the held frames that a dump released, as far as they were
    /// not applied before.
    package private(set) var releasedVersions: [UInt64] = []

    init(isOn: Bool, intended: UInt64?) {
        self.isOn = isOn
        guard isOn else { return }
        self.intended = intended ?? 0
        received = Self.now
    }

    package mutating func mark(_ stage: ServiceStage) {
        guard isOn else { return }
        switch stage {
        case .decode: decoded = Self.now
        case .apply: applied = Self.now
        case .reconstruct, .deliver: break
        }
    }

    /// Notes the state that an update led to.
    mutating func noteUpdate(version: UInt64?) { self.version = version }

    /// Notes a dump, and the held frames that it released.
    mutating func noteDump(version: UInt64?, releasedVersions: [UInt64]) {
        self.version = version
        self.releasedVersions = releasedVersions
        isDump = true
    }

    /// Notes what a frame of contents says about when the newest change in it was due,
    /// which stands for a version: this wire has none.
    ///
    /// - Parameter isDump: Whether the content came whole, which is due at no time.
    mutating func note(stamp: UInt64, isDump: Bool) {
        version = stamp
        self.isDump = isDump
        intended = isDump ? 0 : stamp
    }

    package static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}
