import Synchronization

/// The source of a router's subscription and registration ids, which are unique
/// among all its sessions. Any thread may use it.
public final class WAMPIDSource: Sendable {
    private let last = Atomic<WAMPID>(0)

    /// Makes a source whose first id is 1.
    public init() {}

    /// Returns the next id. Ids ascend.
    func next() -> WAMPID { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
