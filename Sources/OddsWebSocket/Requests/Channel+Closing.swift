import NIOCore

extension Channel {
    /// Closes the connection when its client has had a moment to read the answer: what it
    /// still sends would end it with a reset otherwise, and the answer would be lost.
    package func closeSoon() {
        close(mode: .output, promise: nil)
        eventLoop.scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
    }

    /// Has the end of what the client sends end the connection, as a WebSocket has no half.
    package func endAtEndOfInput() throws {
        try syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
    }
}
