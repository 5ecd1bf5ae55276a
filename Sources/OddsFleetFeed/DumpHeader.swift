/// What the headers of a part of a dump say.
package struct DumpHeader: Equatable, Sendable {
    /// The world's epoch.
    package let epoch: UInt64
    /// The number of the last frame that the dump includes; 0 before the first.
    package let number: UInt64
    /// The version, if the dump has one.
    package let version: UInt64?
    /// The part of the dump that this message has.
    package let part: PartNumber
    /// The bytes of all parts.
    package let byteCount: Int
    /// The SHA-256 of the bytes of all parts, in 64 hexadecimal digits of lower case.
    package let digest: String
    /// The request that this answers.
    package let requestID: String

    init(
        _ dump: FleetDump, part: PartNumber, digest: String, requestID: String
    ) {
        epoch = dump.epoch
        number = dump.number
        version = dump.version
        self.part = part
        byteCount = dump.bytes.count
        self.digest = digest
        self.requestID = requestID
    }

    /// Reads a message's headers, in any order; those of other names are skipped.
    ///
    /// - Throws: `FleetFormatError` for a header that is missing, there twice or out of range.
    package init(_ headers: [FleetHeader]) throws(FleetFormatError) {
        let reader = try HeaderReader(headers)
        epoch = try reader.number("Odds-Epoch", in: 1...FleetLimits.nanosecondsMax)
        number = try reader.number("Odds-Frame", in: 0...FleetLimits.numberMax)
        version = try reader.number(ifPresent: "Odds-Version", in: 0...UInt64.max)
        part = try reader.part()
        byteCount = try reader.count("Odds-Bytes", max: FleetLimits.bytesMax)
        digest = try reader.required("Odds-Digest")
        guard isDigest(digest) else {
            throw FleetFormatError("Odds-Digest is \(digest.quoted)")
        }
        requestID = try reader.requestID()
    }

    /// The headers as they are sent.
    package var headers: [FleetHeader] {
        var headers: [FleetHeader] = [
            ("Odds-Epoch", String(epoch)), ("Odds-Frame", String(number)),
            ("Odds-Bytes", String(byteCount)), ("Odds-Digest", digest),
            ("Odds-Request", requestID),
        ]
        if let version { headers.append(("Odds-Version", String(version))) }
        return headers + part.headers
    }

    /// Whether both are headers of one dump.
    func isSameDump(as other: DumpHeader) -> Bool {
        epoch == other.epoch && number == other.number && version == other.version
            && part.parts == other.part.parts && byteCount == other.byteCount
            && digest == other.digest && requestID == other.requestID
    }
}

private func isDigest(_ text: String) -> Bool {
    let utf8 = text.utf8.prefix(65)
    return utf8.count == 64
        && utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
}

/// A request for a dump. The topic is in the subject.
package struct DumpRequest: Equatable, Sendable {
    /// Identifies the request in its answer: 1 to 64 of `A–Z a–z 0–9 _ -`.
    package let id: String
    /// True if the edge names the topics that its clients hold, so that the topic may be closed
    /// when no edge names it. Edges of older versions do not say so.
    package let isNamed: Bool

    private static let namedHeader = "Odds-Named"
    private static let namedValue = "1"

    /// - Throws: `FleetFormatError` for an id of other characters or another length.
    package init(id: String, isNamed: Bool = false) throws(FleetFormatError) {
        guard isPlainName(id, bytesMax: FleetLimits.requestIDBytesMax) else {
            throw FleetFormatError("the request \(id.quoted) is not 1 to 64 of A–Z a–z 0–9 _ -")
        }
        self.id = id
        self.isNamed = isNamed
    }

    /// Reads a message's headers; those of other names are skipped.
    package init(_ headers: [FleetHeader]) throws(FleetFormatError) {
        let reader = try HeaderReader(headers)
        id = try reader.requestID()
        let named = try reader.text(Self.namedHeader)
        guard named == nil || named == Self.namedValue else {
            throw FleetFormatError("\(Self.namedHeader) is \((named ?? "").quoted)")
        }
        isNamed = named != nil
    }

    /// The headers as they are sent.
    package var headers: [FleetHeader] {
        [("Odds-Request", id)] + (isNamed ? [(Self.namedHeader, Self.namedValue)] : [])
    }
}

/// The answer to a dump request for a topic that the source does not have, or not any more
/// room for.
package struct DumpRefusal: Equatable, Sendable {
    /// The request that this answers.
    package let requestID: String
    /// Why: 1 to 256 printable bytes.
    package let reason: String

    /// A refusal. What a header cannot hold of the reason is left out.
    package init(requestID: String, reason: String) {
        self.requestID = requestID
        let printable = reason.unicodeScalars.map { isPrintable($0) ? Character($0) : "?" }
            .prefix(FleetLimits.reasonBytesMax)
        let trimmed = String(printable).split(separator: " ").joined(separator: " ")
        self.reason = trimmed.isEmpty ? "refused" : trimmed
    }

    /// Reads a message's headers; `nil` if they are those of no refusal.
    ///
    /// - Throws: `FleetFormatError` for a refusal that is none of ours.
    package init?(_ headers: [FleetHeader]) throws(FleetFormatError) {
        let reader = try HeaderReader(headers)
        guard let reason = try reader.text("Odds-Refused") else { return nil }
        requestID = try reader.requestID()
        self.reason = reason
        guard reason.utf8.prefix(FleetLimits.reasonBytesMax + 1).count
            <= FleetLimits.reasonBytesMax,
            self == DumpRefusal(requestID: requestID, reason: reason)
        else { throw FleetFormatError("Odds-Refused is \(reason.quoted)") }
    }

    /// The headers as they are sent.
    package var headers: [FleetHeader] {
        [("Odds-Request", requestID), ("Odds-Refused", reason)]
    }
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(scalar.value)
}
