import OddsJSON

/// What the source says of itself each 500 ms.
package struct Beat: Equatable, Sendable {
    /// How often beats come, in nanoseconds.
    package static let interval: UInt64 = 500_000_000

    /// The world's epoch.
    package let epoch: UInt64
    /// The time on the source's monotonic clock.
    package let nanoseconds: UInt64
    /// Whether the world stands still.
    package let isPaused: Bool
    /// The boot of the source's machine.
    package let bootID: BootID
    /// The last frame number of each open topic; 0 before the first frame. At most
    /// `FleetLimits.topicsMax` are sent.
    package let numbers: [TopicToken: UInt64]

    /// A beat.
    package init(
        epoch: UInt64, nanoseconds: UInt64, isPaused: Bool, bootID: BootID,
        numbers: [TopicToken: UInt64]
    ) {
        self.epoch = epoch
        self.nanoseconds = nanoseconds
        self.isPaused = isPaused
        self.bootID = bootID
        self.numbers = numbers
    }

    /// The beat in documents that the server takes.
    ///
    /// - Parameter messageBytesMax: the server's limit of a message, headers included.
    /// - Complexity: O(topics · log topics).
    package func parts(messageBytesMax: Int) -> [BeatPart] {
        // The longest token with its number fits into any part.
        let room = FleetLimits.payloadBytes(messageBytesMax: messageBytesMax) - BeatPart.headBytes
        var groups: [[TopicToken: UInt64]] = [[:]]
        var byteCount = 0
        for (token, number) in numbers.sorted(by: { $0.key < $1.key })
            .prefix(FleetLimits.topicsMax)
        {
            let cost = token.description.utf8.count + String(number).utf8.count + 4
            if byteCount + cost > room, byteCount > 0 {
                groups.append([:])
                byteCount = 0
            }
            groups[groups.count - 1][token] = number
            byteCount += cost
        }
        return groups.enumerated().map { index, numbers in
            BeatPart(
                beat: Beat(
                    epoch: epoch, nanoseconds: nanoseconds, isPaused: isPaused, bootID: bootID,
                    numbers: numbers),
                part: PartNumber(index + 1, of: groups.count))
        }
    }
}

/// A part of a beat, with the numbers of some topics.
package struct BeatPart: Equatable, Sendable, FleetDocument {
    static let schema = "oddsbench.fleet-beat/1"
    /// Above what stands around the numbers, in bytes.
    static let headBytes = 320

    /// The beat, with the numbers of this part.
    package let beat: Beat
    /// Which part of how many.
    package let part: PartNumber

    init(beat: Beat, part: PartNumber) {
        self.beat = beat
        self.part = part
    }

    /// The document as it is sent.
    ///
    /// - Complexity: O(bytes).
    package var json: [UInt8] { written }

    /// Reads a part.
    ///
    /// - Throws: `FleetFormatError` for anything but what `json` writes.
    /// - Complexity: O(bytes), with a bound of some MiB.
    package init(json: [UInt8]) throws(FleetFormatError) {
        let topicBytesMax = TopicToken.bytesMax + 24
        try self.init(
            checking: json, bytesMax: Self.headBytes + FleetLimits.topicsMax * topicBytesMax)
    }

    init(_ document: JSONValue) throws(FleetFormatError) {
        let parts = try document.number("parts", in: 1...UInt64(FleetLimits.topicsMax))
        part = PartNumber(Int(try document.number("part", in: 1...parts)), of: Int(parts))
        guard case .object(let members) = document["numbers"],
            members.count <= FleetLimits.topicsMax
        else { throw FleetFormatError("numbers is no object of topics") }
        var numbers: [TopicToken: UInt64] = [:]
        for member in members {
            guard case .number(let text) = member.value, let number = UInt64(decimal: text),
                number <= FleetLimits.numberMax
            else { throw FleetFormatError("the topic \(member.name.quoted) has no number") }
            numbers[try TopicToken(token: member.name)] = number
        }
        beat = Beat(
            epoch: try document.number("epoch", in: 1...FleetLimits.nanosecondsMax),
            nanoseconds: try document.number("nanoseconds", in: 0...FleetLimits.nanosecondsMax),
            isPaused: try document.bool("paused"), bootID: try document.bootID("boot"),
            numbers: numbers)
    }

    var members: [JSONMember] {
        [
            JSONMember("epoch", .number(beat.epoch)),
            JSONMember("nanoseconds", .number(beat.nanoseconds)),
            JSONMember("paused", .bool(beat.isPaused)),
            JSONMember("boot", .string(beat.bootID.description)),
            JSONMember("part", .number(part.part)),
            JSONMember("parts", .number(part.parts)),
            JSONMember(
                "numbers",
                .object(
                    beat.numbers.sorted { $0.key < $1.key }.map {
                        JSONMember($0.key.description, .number($0.value))
                    })),
        ]
    }
}
