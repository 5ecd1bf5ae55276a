/// A header of a message.
package typealias FleetHeader = (name: String, value: String)

/// Whether a message is what its publisher sent where it says.
///
/// JetStream gives a stored message out under any subject that a request for it names as its
/// reply, so that who may only read a stream could have it publish frames and beats. Such a
/// message has a header of the server's for each time that it was given out.
package enum MessageOrigin {
    private static let stamp = "Nats-Stream"

    /// Whether a publisher sent a message that came by a subscription.
    package static func isDirect(_ headers: [FleetHeader]) -> Bool { stamps(headers) == 0 }

    /// Whether a publisher sent a message that was got from a stream.
    package static func wasDirect(_ headers: [FleetHeader]) -> Bool { stamps(headers) <= 1 }

    private static func stamps(_ headers: [FleetHeader]) -> Int {
        headers.count { $0.name == stamp }
    }
}

/// The headers of a message, read strictly: each of ours at most once, numbers in the one form
/// in which they are written. Headers of other names are the server's, and skipped.
struct HeaderReader {
    private let headers: [FleetHeader]

    /// - Throws: `FleetFormatError` for more headers than any message of ours has.
    init(_ headers: [FleetHeader]) throws(FleetFormatError) {
        guard headers.count <= FleetLimits.headersMax else {
            throw FleetFormatError("\(headers.count) headers")
        }
        self.headers = headers
    }

    /// The value of a header; `nil` if there is none.
    func text(_ name: String) throws(FleetFormatError) -> String? {
        var found: String?
        for header in headers where header.name == name {
            guard found == nil else { throw FleetFormatError("two headers \(name)") }
            found = header.value
        }
        return found
    }

    /// The value of a header that has to be there.
    func required(_ name: String) throws(FleetFormatError) -> String {
        guard let value = try text(name) else { throw FleetFormatError("no header \(name)") }
        return value
    }

    /// A number of a header that may be missing.
    func number(
        ifPresent name: String, in range: ClosedRange<UInt64>
    ) throws(FleetFormatError) -> UInt64? {
        guard let value = try text(name) else { return nil }
        guard let number = UInt64(decimal: value), range.contains(number) else {
            throw FleetFormatError("\(name) is \(value.quoted)")
        }
        return number
    }

    /// A number of a header that has to be there.
    func number(
        _ name: String, in range: ClosedRange<UInt64>
    ) throws(FleetFormatError) -> UInt64 {
        guard let number = try number(ifPresent: name, in: range) else {
            throw FleetFormatError("no header \(name)")
        }
        return number
    }

    /// A count of a header that has to be there.
    func count(_ name: String, max: Int) throws(FleetFormatError) -> Int {
        Int(try number(name, in: 0...UInt64(max)))
    }

    /// The part that the message is; the whole if it does not say.
    func part() throws(FleetFormatError) -> PartNumber {
        guard let value = try text(PartNumber.headerName) else { return .whole }
        guard let part = PartNumber(value) else {
            throw FleetFormatError("\(PartNumber.headerName) is \(value.quoted)")
        }
        return part
    }

    /// The id of the request that the message answers.
    func requestID() throws(FleetFormatError) -> String {
        let id = try required("Odds-Request")
        guard isPlainName(id, bytesMax: FleetLimits.requestIDBytesMax) else {
            throw FleetFormatError("Odds-Request is \(id.quoted)")
        }
        return id
    }
}

extension UInt64 {
    /// The number in decimal digits, without sign or leading zeros.
    init?(decimal text: some StringProtocol) {
        let utf8 = text.utf8.prefix(21)
        guard (1...20).contains(utf8.count), utf8.count == 1 || utf8.first != UInt8(ascii: "0")
        else { return nil }
        var value: UInt64 = 0
        for byte in utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (product, overflowsProduct) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsSum) = product.addingReportingOverflow(UInt64(byte & 15))
            guard !overflowsProduct, !overflowsSum else { return nil }
            value = sum
        }
        self = value
    }
}
