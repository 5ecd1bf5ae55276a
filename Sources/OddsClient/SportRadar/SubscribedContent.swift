/// A content that somebody wants, or that the server may still send. Its client isolates
/// it.
final class SubscribedContent {
    /// Unique among the contents of one client.
    let number: Int
    let content: SportRadarContent
    var machine: ContentStateMachine
    /// `nil` once nobody wants the content any more.
    var store: ChannelDataStore?
    var timer: Task<Void, Never>?

    init(_ number: Int, _ content: SportRadarContent, _ machine: ContentStateMachine) {
        self.number = number
        self.content = content
        self.machine = machine
    }
}

/// A store, as long as somebody else retains it.
struct WeakStore: Sendable {
    weak let store: ChannelDataStore?
}
