import SimdjsonPeer

/// What an implementation made of the frames, in a form that all can be held
/// to.
struct Digest: Equatable, CustomStringConvertible {
    private let fields: [String]

    init(_ records: PeerRecordDigest) {
        fields = [
            "puts \(records.puts)", "patches \(records.patches)", "removals \(records.removals)",
            "sum \(records.sum)",
        ]
    }

    init(_ state: PeerStateDigest) {
        fields = [
            "matches \(state.matches)", "markets \(state.markets)", "outcomes \(state.outcomes)",
            "offers \(state.offers)", "infos \(state.infos)", "sum \(state.sum)",
        ]
    }

    init(_ state: PeerStateDigest, treeFold: UInt64) {
        fields = Digest(state).fields + ["tree \(treeFold)"]
    }

    var description: String { fields.joined(separator: ", ") }
}
