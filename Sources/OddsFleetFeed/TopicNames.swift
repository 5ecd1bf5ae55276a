import OddsJSON

/// Some of the topics that an edge's clients hold, as the edge names them to the source.
package struct TopicNames: Equatable, Sendable, FleetDocument {
    static let schema = "oddsbench.fleet-topics/1"
    /// Above what stands around the topics, in bytes.
    private static let headBytes = 64
    /// The longest document, in bytes.
    package static let bytesMax = headBytes + FleetLimits.topicsMax * (TopicToken.bytesMax + 3)

    /// The topics, sorted, each once.
    package let tokens: [TopicToken]

    /// - Parameter tokens: Sorted, each once; at most `FleetLimits.topicsMax`.
    init(sorted tokens: [TopicToken]) { self.tokens = tokens }

    /// Names no topic: what an edge sends first, as one that may not send it is told so.
    package static let none = TopicNames(sorted: [])

    /// Documents that the server takes, which name all of the topics; none for no topic. Each
    /// stands for itself.
    ///
    /// - Parameter messageBytesMax: the server's limit of a message, headers included.
    /// - Complexity: O(topics · log topics).
    package static func documents(
        _ tokens: some Sequence<TopicToken>, messageBytesMax: Int
    ) -> [TopicNames] {
        // The longest token fits into any document.
        let room = FleetLimits.payloadBytes(messageBytesMax: messageBytesMax) - headBytes
        var groups: [[TopicToken]] = []
        var byteCount = 0
        for token in Set(tokens).sorted() {
            let cost = token.description.utf8.count + 3
            if let last = groups.last, byteCount + cost <= room,
                last.count < FleetLimits.topicsMax
            {
                groups[groups.count - 1].append(token)
                byteCount += cost
            } else {
                groups.append([token])
                byteCount = cost
            }
        }
        return groups.map { TopicNames(sorted: $0) }
    }

    /// The document as it is sent.
    ///
    /// - Complexity: O(bytes).
    package var json: [UInt8] { written }

    /// Reads a document.
    ///
    /// - Throws: `FleetFormatError` for anything but what `json` writes.
    /// - Complexity: O(bytes), with a bound of some MiB.
    package init(json: [UInt8]) throws(FleetFormatError) {
        try self.init(checking: json, bytesMax: Self.bytesMax)
    }

    init(_ document: JSONValue) throws(FleetFormatError) {
        guard case .array(let texts) = document["topics"], texts.count <= FleetLimits.topicsMax
        else { throw FleetFormatError("topics is no list of topics") }
        var tokens: [TopicToken] = []
        for text in texts {
            guard case .string(let text) = text else {
                throw FleetFormatError("a topic is no text")
            }
            let token = try TopicToken(token: text)
            guard tokens.last.map({ $0 < token }) ?? true else {
                throw FleetFormatError("the topic \(text.quoted) is out of order")
            }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    var members: [JSONMember] {
        [JSONMember("topics", .array(tokens.map { .string($0.description) }))]
    }
}
