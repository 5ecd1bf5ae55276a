/// The frames of a comparison, as each of its processes makes or reads them.
public enum Workload: Codable, Equatable, Sendable {
    /// Odds frames over 100 × 50 × 3.
    case odds(frames: Int)
    /// Changes of all kinds.
    case steady(frames: Int)
    /// Recorded ones, repeated until there are so many bytes.
    case captured(paths: [String], bytes: Int)

    /// How much of a capture stands for a frame.
    public static let bytesPerFrame = 256

    public var name: String {
        switch self {
        case .odds: "odds"
        case .steady: "steady"
        case .captured: "captured"
        }
    }

    /// Recorded events come and go, so there are none to name by position, as
    /// `tree` does.
    func serves(_ task: PeerTask) -> Bool {
        if case .captured = self { task.name != PeerTask.tree.name } else { true }
    }

    /// - Throws: `PeerError`, `CaptureError`.
    public func frames() throws -> FrameSet {
        switch self {
        case .odds(let frames): try .odds(updateCount: frames)
        case .steady(let frames): try .steady(updateCount: frames)
        case .captured(let paths, let bytes):
            try FrameSet(name: name, captures: paths, byteCount: bytes)
        }
    }
}
