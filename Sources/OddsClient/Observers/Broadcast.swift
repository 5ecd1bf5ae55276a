/// Tells any number of readers of a state: the one now and those that follow.
/// Its owner isolates it.
package struct Broadcast<Element: Sendable> {
    /// What a reader that is away may miss: states say where things stand, and
    /// the newest matter.
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

    /// Complexity: O(readers). Who reads no more is forgotten here.
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
