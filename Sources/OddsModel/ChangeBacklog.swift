/// The change sets that wait for a slow reader, with the traces of their frames.
/// When too many wait they are dropped, and the reader reads everything again.
/// Their traces stay: when a frame was seen is known only once the reader comes.
package struct ChangeBacklog<Trace: Sendable>: Sendable {
    /// Change sets that wait: a few hundred kilobytes at most.
    package let countMax = 256

    package private(set) var changes: [ChangeSet] = []
    /// Those of dropped change sets included.
    package private(set) var traces: [Trace] = []
    /// How many of the traces, from the first on, are of frames whose changes
    /// were dropped.
    package private(set) var droppedTraceCount = 0
    /// Whether changes were dropped.
    package private(set) var hasOverflowed = false

    package init() {}

    /// - Parameter trace: `nil` if the store is not traced.
    /// - Complexity: amortized O(1).
    package mutating func add(_ set: ChangeSet, _ trace: Trace?) {
        if changes.count == countMax {
            changes = []
            droppedTraceCount = traces.count
            hasOverflowed = true
        }
        changes.append(set)
        if let trace { traces.append(trace) }
    }

    /// Returns everything that waits, and is empty then.
    package mutating func takeAll() -> Self {
        defer { self = Self() }
        return self
    }

    /// All changes as one set; `nil` if nothing waits.
    ///
    /// - Complexity: O(entries of the change sets).
    package func merged() -> ChangeSet? {
        guard changes.count > 1 else { return changes.first }
        var merger = ChangeSetMerger()
        for set in changes { merger.add(set) }
        return merger.finish()
    }
}
