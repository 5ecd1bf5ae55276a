/// An element of a frame's `data` that names a channel (SR-F4).
struct SportRadarElement {
    enum ChangeType { case refreshed, updated, added, removed }

    let content: SportRadarContent
    /// `nil` if it is not known (SR-C2).
    let changeType: ChangeType?
    let path: JSONValue?
    /// `nil` also for `null` (SR-V2).
    let change: JSONValue?

    /// `nil` if it names no channel.
    init?(_ value: JSONValue) {
        guard let members = value.object,
            let content = SportRadarContent(members["contentId"])
        else { return nil }
        self.content = content
        changeType = Self.changeType(members["changeType"])
        path = members["path"]
        change = members["change"].flatMap { $0.isNull ? nil : $0 }
    }

    private static func changeType(_ value: JSONValue?) -> ChangeType? {
        guard let value, !value.isNull else { return .refreshed }
        let letters = value.string?.bytes.map { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
        }
        switch letters.map({ UTF8Text($0) }) {
        case "REFRESHED": return .refreshed
        case "UPDATED": return .updated
        case "ADDED": return .added
        case "REMOVED": return .removed
        default: return nil
        }
    }
}
