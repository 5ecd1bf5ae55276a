import Foundation

extension Array where Element: Sendable {
    /// The values of a function for all elements, in their order, worked out on all cores. Blocks.
    func concurrentMap<Value: Sendable>(_ value: @Sendable (Element) -> Value) -> [Value] {
        [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            // Each call has a place of its own.
            nonisolated(unsafe) let places = buffer
            DispatchQueue.concurrentPerform(iterations: count) { index in
                places.initializeElement(at: index, to: value(self[index]))
            }
            initializedCount = count
        }
    }
}
