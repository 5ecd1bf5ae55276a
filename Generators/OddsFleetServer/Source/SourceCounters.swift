import Synchronization

/// What a source has sent. Safe to use from any thread.
final class SourceCounters: Sendable {
    let messages = Atomic<Int>(0)
    let bytes = Atomic<Int>(0)
    let resent = Atomic<Int>(0)
    let acknowledged = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let dumps = Atomic<Int>(0)
    let dumpsLate = Atomic<Int>(0)
    let malformed = Atomic<Int>(0)
    let topicsClosed = Atomic<Int>(0)
    let topicNames = Atomic<Int>(0)

    /// The families of `GET /metrics`.
    ///
    /// - Parameters:
    ///   - unacknowledged: Messages that wait for their acknowledgement, and their bytes.
    ///   - dropped: Messages that were given up.
    ///   - topics: Topics that are open.
    ///   - named: Those of them that stay only while an edge names them.
    func openMetrics(
        unacknowledged: (count: Int, bytes: Int), dropped: Int, topics: Int, named: Int
    ) -> String {
        var text = ""
        for (name, help, value) in [
            (
                "messages", "Messages of frames published to NATS.",
                messages.load(ordering: .relaxed)
            ),
            ("message_bytes", "Their bytes, without headers.", bytes.load(ordering: .relaxed)),
            ("messages_resent", "Messages sent again.", resent.load(ordering: .relaxed)),
            (
                "messages_acknowledged", "Messages that the stream has stored.",
                acknowledged.load(ordering: .relaxed)
            ),
            (
                "acknowledgements_refused", "Answers of the stream that it could not store.",
                refused.load(ordering: .relaxed)
            ),
            ("messages_dropped", "Messages given up before they were stored.", dropped),
            ("fleet_dumps", "Dumps given to edges.", dumps.load(ordering: .relaxed)),
            (
                "fleet_dumps_late", "Requests of dumps whose turn came too late.",
                dumpsLate.load(ordering: .relaxed)
            ),
            (
                "requests_malformed", "Messages over NATS that could not be read.",
                malformed.load(ordering: .relaxed)
            ),
            (
                "topics_closed", "Topics that were closed, as no edge named them.",
                topicsClosed.load(ordering: .relaxed)
            ),
            (
                "topic_names", "Messages in which edges named topics.",
                topicNames.load(ordering: .relaxed)
            ),
        ] {
            text += "# TYPE emsim_source_\(name) counter\n# HELP emsim_source_\(name) \(help)\n"
            text += "emsim_source_\(name)_total \(value)\n"
        }
        for (name, help, value) in [
            (
                "unacknowledged", "Messages that wait for their acknowledgement.",
                unacknowledged.count
            ),
            ("unacknowledged_bytes", "Their bytes.", unacknowledged.bytes),
            ("topics", "Topics whose frames are published.", topics),
            ("topics_named", "Those of them that stay only while an edge names them.", named),
        ] {
            text += "# TYPE emsim_source_\(name) gauge\n# HELP emsim_source_\(name) \(help)\n"
            text += "emsim_source_\(name) \(value)\n"
        }
        return text
    }
}
