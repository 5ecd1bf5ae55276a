/// The answer to a control request: a status as HTTP has them, and bytes.
package struct FleetAnswer: Equatable, Sendable {
    /// 100 to 599.
    package let status: Int
    /// The body.
    package let bytes: [UInt8]

    /// An answer. A status beyond what HTTP has becomes 500.
    package init(status: Int, bytes: [UInt8]) {
        self.status = AnswerHeader.statuses.contains(UInt64(clamping: status)) ? status : 500
        self.bytes = bytes
    }

    /// The messages of the answer, which share its memory.
    ///
    /// - Parameter messageBytesMax: the server's limit of a message, headers included.
    /// - Throws: `FleetFormatError` for a body beyond `FleetLimits.bytesMax`.
    package func messages(
        messageBytesMax: Int
    ) throws(FleetFormatError) -> [(header: AnswerHeader, bytes: ArraySlice<UInt8>)] {
        guard bytes.count <= FleetLimits.bytesMax else {
            throw FleetFormatError(
                "an answer of \(bytes.count) bytes is beyond \(FleetLimits.bytesMax)")
        }
        let payloadBytes = FleetLimits.payloadBytes(messageBytesMax: messageBytesMax)
        return PartNumber.split(bytes, payloadBytes: payloadBytes).map {
            (AnswerHeader(status: status, part: $0.number, byteCount: bytes.count), $0.bytes)
        }
    }
}

/// What the headers of a part of an answer say.
package struct AnswerHeader: Equatable, Sendable {
    static let statuses: ClosedRange<UInt64> = 100...599

    /// The status of the whole answer.
    package let status: Int
    /// The part of the answer that this message has.
    package let part: PartNumber
    /// The bytes of all parts.
    package let byteCount: Int

    init(status: Int, part: PartNumber, byteCount: Int) {
        self.status = status
        self.part = part
        self.byteCount = byteCount
    }

    /// Reads a message's headers, in any order; those of other names are skipped.
    ///
    /// - Throws: `FleetFormatError` for a header that is missing, there twice or out of range.
    package init(_ headers: [FleetHeader]) throws(FleetFormatError) {
        let reader = try HeaderReader(headers)
        status = Int(try reader.number("Odds-Status", in: Self.statuses))
        part = try reader.part()
        byteCount = try reader.count("Odds-Bytes", max: FleetLimits.bytesMax)
    }

    /// The headers as they are sent.
    package var headers: [FleetHeader] {
        [("Odds-Status", String(status)), ("Odds-Bytes", String(byteCount))] + part.headers
    }
}

/// Puts together the answer to one request, whose reply subject no other request has.
package struct AnswerAssembler: Sendable {
    /// Messages that do not parse, or contradict an earlier one.
    package private(set) var dropped = 0
    private var first: AnswerHeader?
    private var parts = PartCollector(parts: 1)

    /// An assembler without a part.
    package init() {}

    /// Takes a message, and returns the answer once no part is missing.
    ///
    /// - Complexity: O(bytes of the answer) for the last part, else O(1).
    package mutating func receive(_ headers: [FleetHeader], _ bytes: [UInt8]) -> FleetAnswer? {
        guard let header = try? AnswerHeader(headers),
            header.part.parts == first?.part.parts ?? header.part.parts,
            header.status == first?.status ?? header.status,
            header.byteCount == first?.byteCount ?? header.byteCount,
            bytes.count <= header.byteCount - (first == nil ? 0 : parts.byteCount)
        else {
            dropped += 1
            return nil
        }
        if first == nil {
            first = header
            parts = PartCollector(parts: header.part.parts)
        }
        parts.add(header.part, bytes)
        guard let whole = parts.whole else { return nil }
        first = nil
        guard whole.count == header.byteCount else {
            dropped += 1
            return nil
        }
        return FleetAnswer(status: header.status, bytes: whole)
    }
}
