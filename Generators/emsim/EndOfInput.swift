import Foundation
import ServiceLifecycle

/// Ends when standard input does: a program that starts another one holds the
/// other end of that pipe, so that nothing is left behind however it ends.
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
