import Synchronization

/// The platform's time: a clock of its maker's, moved forward by control.
package final class PlatformClock: Sendable {
    private let base: @Sendable () -> Int64
    private let offset = Atomic<Int64>(0)

    /// - Parameter base: Returns milliseconds since 1970.
    package init(_ base: @escaping @Sendable () -> Int64) { self.base = base }

    /// Milliseconds since 1970.
    package var milliseconds: Int64 { base() + offset.load(ordering: .relaxed) }

    /// How far it has been moved, in milliseconds.
    var offsetMilliseconds: Int64 { offset.load(ordering: .relaxed) }

    /// Moves it forward.
    func advance(milliseconds: Int64) { offset.add(milliseconds, ordering: .relaxed) }
}
