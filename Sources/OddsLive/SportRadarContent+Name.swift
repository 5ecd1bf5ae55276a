import OddsClient
import OddsWire

extension SportRadarContent {
    /// The content that a channel is called by: the inverse of `description`.
    ///
    /// - Parameter channel: `TYPE/ID`.
    /// - Precondition: There is a type of that name.
    package init(channel: String) {
        let parts = channel.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let type = ContentType.allCases.first(where: { "\($0.name)" == parts[0] }) else {
            preconditionFailure("no type of content: \(channel)")
        }
        self.init(type, id: parts.count > 1 ? String(parts[1]) : "")
    }
}
