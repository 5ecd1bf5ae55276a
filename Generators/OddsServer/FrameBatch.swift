import OddsSimulator
import Synchronization

/// Frames on their way from the feed's thread to one that serves connections, which
/// takes all that have come by the time it gets to them: the later it is, the more
/// frames each write to a socket carries.
final class FrameBatch: Sendable {
    struct Contents {
        var frames: [SharedFrame] = []
        var steps: [ContentStep] = []
        /// Of all deliveries.
        var byteCount = 0
    }

    /// `nil` once they have been taken.
    private let contents: Mutex<Contents?>

    init(_ contents: Contents) { self.contents = Mutex(contents) }

    /// Adds to it, and returns whether it has done so: it does not once the batch
    /// has been taken.
    func append(_ more: Contents) -> Bool {
        contents.withLock {
            guard $0 != nil else { return false }
            $0?.frames += more.frames
            $0?.steps += more.steps
            $0?.byteCount += more.byteCount
            return true
        }
    }

    func take() -> Contents {
        contents.withLock { contents in
            defer { contents = nil }
            return contents ?? Contents()
        }
    }
}
