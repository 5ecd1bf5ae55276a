/// The subjects of a world's feed.
package struct FeedSubjects: Sendable {
    /// The longest name of a control request, in bytes.
    package static let controlBytesMax = 32

    /// The world.
    package let world: WorldName
    private let prefix: String

    /// The subjects of a world.
    package init(_ world: WorldName) {
        self.world = world
        prefix = "odds.\(world)."
    }

    /// Where a topic's frames are published.
    package func frames(_ token: TopicToken) -> String { "\(prefix)frames.\(token)" }
    /// The frames of all topics.
    package var allFrames: String { prefix + "frames.*" }
    /// Where a topic's dump is requested.
    package func dump(_ token: TopicToken) -> String { "\(prefix)dump.\(token)" }
    /// The dump requests of all topics.
    package var allDumps: String { prefix + "dump.*" }
    /// Where the source publishes its beat.
    package var beat: String { prefix + "beat" }
    /// Where edges name the topics that their clients hold.
    package var topics: String { prefix + "topics" }
    /// Where the source is asked for its time.
    package var time: String { prefix + "time" }
    /// Where the source's control requests of this name go.
    package func control(_ name: String) -> String { "\(prefix)control.\(name)" }
    /// All control requests.
    package var allControls: String { prefix + "control.*" }
    /// The stream that stores the frames.
    package var streamName: String { "ODDS_\(world)" }

    /// The topic whose dump is requested with this subject; `nil` for any other subject.
    package func topic(ofDump subject: String) -> TopicToken? {
        last(of: subject, behind: "dump.").flatMap { try? TopicToken(token: $0) }
    }

    /// The name of the control request with this subject; `nil` for any other subject, and for
    /// a name that is not 1 to 32 of `A–Z a–z 0–9 _ -`.
    package func name(ofControl subject: String) -> String? {
        last(of: subject, behind: "control.").flatMap {
            isPlainName($0, bytesMax: Self.controlBytesMax) ? $0 : nil
        }
    }

    private func last(of subject: String, behind kind: String) -> String? {
        let start = prefix + kind
        guard subject.utf8.starts(with: start.utf8) else { return nil }
        return String(subject.utf8.dropFirst(start.utf8.count))
    }
}
