/// A list that grows at a steady cost: an append never moves the elements that
/// are there, as that of an array does now and then, for milliseconds.
package struct ChunkedList<Element: Sendable>: Sendable, Sequence {
    private static var chunkCount: Int { 4_096 }

    private var chunks: [[Element]] = []
    package private(set) var count = 0

    package init() {}

    /// - Complexity: O(1); allocates once in 4,096 times.
    package mutating func append(_ element: Element) {
        if count.isMultiple(of: Self.chunkCount) {
            var chunk: [Element] = []
            chunk.reserveCapacity(Self.chunkCount)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    package subscript(index: Int) -> Element {
        get { chunks[index / Self.chunkCount][index % Self.chunkCount] }
        _modify { yield &chunks[index / Self.chunkCount][index % Self.chunkCount] }
    }

    package func makeIterator() -> AnyIterator<Element> {
        var elements = chunks.lazy.joined().makeIterator()
        return AnyIterator { elements.next() }
    }
}
