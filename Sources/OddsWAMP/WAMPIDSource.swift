import Synchronization

/// Ids of the router's scope: those of subscriptions and registrations, which
/// are unique among all its sessions. May be used on any thread.
public final class WAMPIDSource: Sendable {
    private let last = Atomic<WAMPID>(0)

    public init() {}

    /// Ids ascend from 1.
    func next() -> WAMPID { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
