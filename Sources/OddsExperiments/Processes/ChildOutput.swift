import Foundation
import Synchronization

/// The output of a child, read while it runs because a pipe buffers only
/// 64 KiB.
final class ChildOutput: Sendable {
    let pipe = Pipe()
    private let data = Mutex(Data())
    private let isDone = DispatchSemaphore(value: 0)

    func start() {
        Thread.detachNewThread { [self] in
            let all = pipe.fileHandleForReading.readDataToEndOfFile()
            data.withLock { $0 = all }
            isDone.signal()
        }
    }

    /// Whether the child closed its end within `milliseconds`.
    func wait(milliseconds: Int) -> Bool {
        guard isDone.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return false
        }
        isDone.signal()
        return true
    }

    /// The whole output, once the child has closed its end.
    func wait() -> Data {
        isDone.wait()
        defer { isDone.signal() }
        return data.withLock { $0 }
    }
}
