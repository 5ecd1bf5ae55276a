import CLinux
import Foundation

/// Shared memory and an eventfd, as they are offered to a program.
final class SharedRing {
    let memory: Int32
    let event: Int32
    let mapping: RingMemory

    /// `nil` where the system has none, or has no room.
    init?(_ layout: RingLayout) {
        memory = clinux_create_memory(layout.byteCount)
        event = clinux_create_event()
        guard memory >= 0, event >= 0, let mapping = RingMemory(memory, layout) else {
            close(memory)
            close(event)
            return nil
        }
        self.mapping = mapping
    }

    deinit {
        close(memory)
        close(event)
    }

    /// The descriptors have other numbers in the program.
    var hello: Hello.Ring {
        Hello.Ring(
            memory: 3, event: 4, messageBytes: mapping.layout.messageBytes,
            answerBytes: mapping.layout.answerBytes)
    }
}
