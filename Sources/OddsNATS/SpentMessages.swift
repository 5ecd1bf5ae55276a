import CNATS
import Synchronization

/// Messages that are done with, until there are enough to be freed together. The C library frees
/// messages on a thread of its own, and each that is given to it by itself wakes that thread,
/// which takes longer than all else that is done with a frame.
enum SpentMessages {
    private struct Pointers: @unchecked Sendable {
        // Unchecked, because who adds a message does not use it any more.
        var values: [OpaquePointer] = []
    }

    private static let waiting = Mutex(Pointers())
    /// As few as memory is not worth a thought.
    private static let countMax = 64
    /// Larger ones do not wait.
    private static let bytesMax: Int32 = 4_096

    /// Takes ownership.
    static func add(_ message: OpaquePointer) {
        guard natsMsg_GetDataLength(message) <= bytesMax else {
            natsMsg_Destroy(message)
            return
        }
        let full = waiting.withLock { waiting in
            waiting.values.append(message)
            var full = Pointers()
            if waiting.values.count >= countMax { swap(&full, &waiting) }
            return full
        }
        for message in full.values { natsMsg_Destroy(message) }
    }
}
