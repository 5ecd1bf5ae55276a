import Foundation
import ServiceLifecycle

/// Completes at the end of standard input. A parent process holds the other end
/// of that pipe, so the server never outlives it.
struct EndOfInput: Service {
    func run() async {
        let (ended, continuation) = AsyncStream<Never>.makeStream()
        Thread.detachNewThread {
            let input = FileHandle.standardInput
            while let bytes = try? input.read(upToCount: 4_096), !bytes.isEmpty {}
            continuation.finish()
        }
        for await _ in ended.cancelOnGracefulShutdown() {}
    }
}
