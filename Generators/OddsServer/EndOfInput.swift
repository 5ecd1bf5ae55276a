import Foundation
import ServiceLifecycle

/// Completes at the end of standard input. A parent process holds the other end
/// of that pipe, so the server never outlives it.
package struct EndOfInput: Service {
    /// The end of this process's input.
    package init() {}

    /// Returns at that end, or when the service group shuts down.
    package func run() async {
        let (ended, continuation) = AsyncStream<Never>.makeStream()
        Thread.detachNewThread {
            let input = FileHandle.standardInput
            while let bytes = try? input.read(upToCount: 4_096), !bytes.isEmpty {}
            continuation.finish()
        }
        for await _ in ended.cancelOnGracefulShutdown() {}
    }
}
