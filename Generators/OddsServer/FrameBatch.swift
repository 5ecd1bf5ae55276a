import OddsSimulator
import Synchronization

/// Frames on their way from the feed's thread to one that serves connections, which
/// takes all that have come by the time it gets to them: the later it is, the more
/// frames each write to a socket carries.
final class FrameBatch: Sendable {
    typealias Contents = (frames: [SharedFrame], byteCount: Int)

    /// `nil` once they have been taken.
    private let contents: Mutex<Contents?>

    /// - Parameter byteCount: of all deliveries of the frames.
    init(_ frames: [SharedFrame], byteCount: Int) {
        contents = Mutex((frames, byteCount))
    }

    /// Adds frames, and returns whether it has done so: it does not once the batch
    /// has been taken.
    func append(_ frames: [SharedFrame], byteCount: Int) -> Bool {
        contents.withLock {
            guard $0 != nil else { return false }
            $0?.frames += frames
            $0?.byteCount += byteCount
            return true
        }
    }

    func take() -> Contents {
        contents.withLock { contents in
            defer { contents = nil }
            return contents ?? ([], 0)
        }
    }
}
