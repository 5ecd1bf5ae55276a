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

    package static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}
