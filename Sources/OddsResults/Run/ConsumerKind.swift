/// What is read after each frame, within the measured time. The raw values are
/// the names in options, reports and JSON.
public enum ConsumerKind: String, CaseIterable, Codable, Sendable {
    /// The change set alone, as in an app whose cells observe their entities.
    case changes
    /// The first 20 events of the tree, as on a screen with a list.
    case page
    /// The whole tree, as in an app that maps everything for each message.
    case snapshot
}
