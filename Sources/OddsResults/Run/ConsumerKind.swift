/// What is read after each frame, within the measured time, by the names that
/// options and reports give it.
public enum ConsumerKind: String, CaseIterable, Codable, Sendable {
    /// The change set alone: cells that observe their own entity.
    case changes
    /// The first events of the tree: a screen with a list.
    case page
    /// The whole tree: an app that maps everything at each message.
    case snapshot
}
