import OddsModel
import OddsWire

/// What one channel shows after a frame (EM-S1 of the feed contract).
public struct ChannelSnapshot: Sendable {
    /// The channel's name.
    public var channel: String
    /// `nil` if the last dump had no readable one, or there was none.
    public var version: FrameVersion?
    /// In server order.
    public var events: [EventModel]
    /// Those of one type in order of arrival.
    public var references: [ReferenceModel]
    /// What became of the channel's frames and records.
    public var counters: ChannelCounters
    /// What became of a content's changes; `nil` for a channel of the other wire.
    public var changes: ContentCounters?

    /// A snapshot from its parts.
    public init(
        channel: String, version: FrameVersion?, events: [EventModel],
        references: [ReferenceModel], counters: ChannelCounters, changes: ContentCounters? = nil
    ) {
        self.channel = channel
        self.version = version
        self.events = events
        self.references = references
        self.counters = counters
        self.changes = changes
    }
}

/// Writes snapshots as canonical JSON: equal values give equal bytes.
///
/// No white space; text as UTF-8 with no escapes but the necessary; typed
/// properties in schema order behind `id`; types of reference entities, their
/// properties and the members of objects within these sorted by the UTF-8 bytes
/// of their names. Numbers of typed properties are the shortest decimals that
/// read back as the same double, all others keep their text.
///
/// Complexity of both calls: O(bytes written), beside the sorting. They
/// allocate freely: nothing here is on a measured path.
public struct SnapshotWriter {
    var output: [UInt8] = []

    /// The snapshot document of all channels, in the order given.
    public static func document(of channels: [ChannelSnapshot]) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.append(#"{"channels":["#)
        writer.appendList(channels) { $0.append($1) }
        writer.append("]}")
        return writer.output
    }

    /// What all strategies must agree on, and digests cover: the tree and the
    /// reference entities of one channel, without version and counters.
    public static func state(events: [EventModel], references: [ReferenceModel]) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.append("{")
        writer.append(events, references)
        writer.append("}")
        return writer.output
    }
}

extension SnapshotWriter {
    private mutating func append(_ snapshot: ChannelSnapshot) {
        append(#"{"channel":"#)
        appendString(snapshot.channel.utf8)
        append(#","version":"#)
        if let version = snapshot.version {
            appendString(version.text.utf8)
        } else {
            append("null")
        }
        append(",")
        append(snapshot.events, snapshot.references)
        append(",")
        append(snapshot.counters, snapshot.changes)
        append("}")
    }

    private mutating func append(_ events: [EventModel], _ references: [ReferenceModel]) {
        append(#""events":["#)
        appendList(events) { $0.append($1) }
        append(#"],"references":{"#)
        append(references)
        append("}")
    }

    private mutating func append(_ counters: ChannelCounters, _ changes: ContentCounters?) {
        var members: [(StaticString, Int)] = [
            ("framesApplied", counters.framesApplied),
            ("framesRejected", counters.framesRejected),
            ("framesStale", counters.framesStale),
            ("framesHeld", counters.framesHeld),
            ("framesHeldDropped", counters.framesHeldDropped),
            ("recordsApplied", counters.recordsApplied),
            ("recordsRejected", counters.recordsRejected),
            ("orphanUpdates", counters.orphanUpdates),
            ("orphanDeletes", counters.orphanDeletes),
        ]
        if let changes {
            members.append(("changesBeforeRefreshed", changes.changesBeforeRefreshed))
            members.append(("changesIgnored", changes.changesIgnored))
        }
        append(#""counters":{"#)
        appendList(members) { writer, member in
            writer.appendName(member.0)
            writer.append(text: "\(member.1)")
        }
        append("}")
    }
}

// MARK: - The pieces of JSON

extension SnapshotWriter {
    mutating func append(_ json: StaticString) {
        json.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    mutating func append(text json: String) { output.append(contentsOf: json.utf8) }

    /// A name of the contract's own, and the colon; such names need no escapes.
    mutating func appendName(_ name: StaticString) {
        append("\"")
        append(name)
        append("\":")
    }

    mutating func appendString(_ utf8: some Sequence<UInt8>) { appendQuoted(utf8, to: &output) }

    /// Writes elements with commas between them.
    mutating func appendList<Element>(
        _ elements: some Sequence<Element>,
        _ write: (inout SnapshotWriter, Element) -> Void
    ) {
        var isFirst = true
        for element in elements {
            if !isFirst { append(",") }
            isFirst = false
            write(&self, element)
        }
    }
}
