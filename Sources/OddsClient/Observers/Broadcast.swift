/// Sends a state to any number of readers: the current one first, then each
/// later one. Its owner isolates it.
package struct Broadcast<Element: Sendable> {
    /// States that wait for a slow reader. Of more, it gets the newest.
    private static var bufferedCountMax: Int { 16 }

    package private(set) var latest: Element
    private var readers: [AsyncStream<Element>.Continuation] = []

    package init(_ first: Element) { latest = first }

    package mutating func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(Self.bufferedCountMax))
        continuation.yield(latest)
        readers.append(continuation)
        return stream
    }

    /// Also drops readers that have ended.
    ///
    /// - Complexity: O(readers).
    package mutating func send(_ element: Element) {
        latest = element
        readers.removeAll { reader in
            if case .terminated = reader.yield(element) { true } else { false }
        }
    }

    package mutating func finish() {
        for reader in readers { reader.finish() }
        readers = []
    }
}
