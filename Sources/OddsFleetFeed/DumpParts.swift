/// The SHA-256 of bytes in 64 hexadecimal digits of lower case. It is passed in: no library
/// that offers it is needed to take part in a feed.
package typealias FleetDigest = @Sendable ([UInt8]) -> String

/// Cuts dumps into messages that the server takes.
package struct DumpSplitter: Sendable {
    private let payloadBytes: Int
    private let digest: FleetDigest

    /// - Parameter messageBytesMax: the server's limit of a message, headers included.
    package init(messageBytesMax: Int, digest: @escaping FleetDigest) {
        payloadBytes = FleetLimits.payloadBytes(messageBytesMax: messageBytesMax)
        self.digest = digest
    }

    /// The messages that answer a request. They share the dump's memory.
    ///
    /// - Throws: `FleetFormatError` for a dump beyond the bound of a frame.
    /// - Complexity: O(bytes), for the digest.
    package func messages(
        of dump: FleetDump, for request: DumpRequest
    ) throws(FleetFormatError) -> [(header: DumpHeader, bytes: ArraySlice<UInt8>)] {
        guard dump.bytes.count <= FleetLimits.bytesMax else {
            throw FleetFormatError(
                "a dump of \(dump.bytes.count) bytes is beyond \(FleetLimits.bytesMax)")
        }
        let digest = digest(dump.bytes)
        return PartNumber.split(dump.bytes, payloadBytes: payloadBytes).map {
            let header = DumpHeader(
                dump, part: $0.number, digest: digest, requestID: request.id)
            return (header, $0.bytes)
        }
    }
}

/// Puts together the answer to one dump request.
package struct DumpAssembler: Sendable {
    /// What a message led to.
    package enum Outcome: Equatable, Sendable {
        /// A part of the dump; others are missing.
        case progress
        /// The whole dump.
        case dump(FleetDump)
        /// The source refuses the topic.
        case refused(String)
        /// Nothing: it does not parse, is of another request, or contradicts an earlier part.
        case dropped
        /// All parts are there, and are not what the digest is of. Nothing more will come.
        case damaged
    }

    /// The request.
    package let request: DumpRequest
    private let digest: FleetDigest
    private var first: DumpHeader?
    private var parts = PartCollector(parts: 1)

    /// An assembler of the answer to a request.
    package init(_ request: DumpRequest, digest: @escaping FleetDigest) {
        self.request = request
        self.digest = digest
    }

    /// Takes a message that came to the request's reply subject.
    ///
    /// - Complexity: O(bytes of the dump) for the last part, else O(1).
    package mutating func receive(_ headers: [FleetHeader], _ bytes: [UInt8]) -> Outcome {
        do {
            if let refusal = try DumpRefusal(headers) {
                return refusal.requestID == request.id ? .refused(refusal.reason) : .dropped
            }
            return receive(try DumpHeader(headers), bytes)
        } catch {
            return .dropped
        }
    }

    private mutating func receive(_ header: DumpHeader, _ bytes: [UInt8]) -> Outcome {
        guard header.requestID == request.id, bytes.count <= header.byteCount - parts.byteCount
        else { return .dropped }
        if let first {
            guard first.isSameDump(as: header) else { return .dropped }
        } else {
            first = header
            parts = PartCollector(parts: header.part.parts)
        }
        parts.add(header.part, bytes)
        guard let whole = parts.whole else { return .progress }
        first = nil
        parts = PartCollector(parts: 1)
        guard whole.count == header.byteCount, digest(whole) == header.digest else {
            return .damaged
        }
        return .dump(
            FleetDump(
                epoch: header.epoch, number: header.number, version: header.version,
                bytes: whole))
    }
}
