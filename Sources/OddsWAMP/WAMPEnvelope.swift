// The hot path: messages around a frame that is neither encoded nor parsed here.

import OddsJSON

/// The bytes before and after the keyword arguments of a message.
package enum WAMPEnvelope {
    /// Room enough for any head below.
    package static let headBytesMax = 96
    /// The last byte of a message.
    package static let tail = UInt8(ascii: "]")

    /// Writes `[68,request,registration,{},[],`. The keyword arguments follow,
    /// and then `tail`. Allocates nothing.
    ///
    /// - Precondition: `space` has room for `headBytesMax` bytes.
    /// - Parameter intendedNanoseconds: the time at which the message was due,
    ///   on the machine's monotonic clock; written as the custom detail
    ///   `_intended_ns`.
    /// - Returns: the number of bytes written, `headBytesMax` at most.
    package static func writeInvocationHead(
        request: WAMPID, registration: WAMPID, intendedNanoseconds: UInt64? = nil,
        to space: UnsafeMutableRawBufferPointer
    ) -> Int {
        precondition(space.count >= headBytesMax, "too little space for the head")
        var count = 0
        write("[68,", to: space, &count)
        write(request, to: space, &count)
        write(",", to: space, &count)
        write(registration, to: space, &count)
        if let intendedNanoseconds {
            write(",{\"_intended_ns\":", to: space, &count)
            write(intendedNanoseconds, to: space, &count)
            write("},[],", to: space, &count)
        } else {
            write(",{},[],", to: space, &count)
        }
        return count
    }

    /// The head of a RESULT, which the keyword arguments and `tail` follow.
    package static func resultHead(request: WAMPID) -> [UInt8] {
        Array("[50,\(request),{},[],".utf8)
    }

    private static func write(
        _ text: StaticString, to space: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) {
        for offset in 0..<text.utf8CodeUnitCount {
            space[count + offset] = text.utf8Start[offset]
        }
        count += text.utf8CodeUnitCount
    }

    private static func write(
        _ number: UInt64, to space: UnsafeMutableRawBufferPointer, _ count: inout Int
    ) {
        let start = count
        var rest = number
        repeat {
            space[count] = UInt8(0x30 + rest % 10)
            rest /= 10
            count += 1
        } while rest > 0
        space[start..<count].reverse()
    }
}

/// The head of a message whose keyword arguments may be a frame: an INVOCATION
/// or a RESULT. It locates the keyword arguments without parsing them; the
/// frame's parser finds out whether they are legal.
public struct WAMPEnvelopeHead: Equatable, Sendable {
    /// `invocation` or `result`.
    public let type: WAMPMessageType
    /// The id of the INVOCATION, or of the CALL that the RESULT answers.
    public let request: WAMPID
    /// The registration of an INVOCATION; 0 for a RESULT.
    public let registration: WAMPID
    /// When the server meant to send the message, on its machine's monotonic
    /// clock: the detail `_intended_ns`, if it is the first one.
    public let intendedNanoseconds: UInt64?
    /// The offsets of the keyword arguments in the message, from `{` up to the
    /// message's closing bracket.
    public let keywords: Range<Int>

    /// Reads the head of a message. The result is `nil` for other messages and
    /// for heads in an unusual form, which `WAMPMessage(json:)` reads.
    ///
    /// Allocates nothing.
    /// - Complexity: O(bytes of the head).
    public init?(_ json: UnsafeRawBufferPointer) {
        var cursor = Cursor(json: json)
        guard cursor.skip("["), let code = cursor.number(), cursor.skip(",") else { return nil }
        switch code {
        case 68: type = .invocation
        case 50: type = .result
        default: return nil
        }
        guard let request = cursor.number(), cursor.skip(",") else { return nil }
        self.request = request
        if type == .invocation {
            guard let registration = cursor.number(), cursor.skip(",") else { return nil }
            self.registration = registration
        } else {
            registration = 0
        }
        if cursor.skip("{\"_intended_ns\":") {
            intendedNanoseconds = cursor.number()
            guard intendedNanoseconds != nil, cursor.skip("}") else { return nil }
        } else {
            intendedNanoseconds = nil
            guard cursor.skip("{}") else { return nil }
        }
        guard cursor.skip(",[],"), cursor.byte == UInt8(ascii: "{"),
            json.last == WAMPEnvelope.tail
        else { return nil }
        keywords = cursor.position..<json.count - 1
        if Self.isFollowed(keywords, in: json) { return nil }
    }

    /// The size of the largest object behind the keyword arguments that is told from them:
    /// so many bytes are looked at in each message.
    static let followingBytesMax = 64

    /// True if an element follows the keyword arguments. In an object that is legal, nothing
    /// but the whole of it begins with a brace and ends at its last byte, which is one, too.
    private static func isFollowed(
        _ keywords: Range<Int>, in json: UnsafeRawBufferPointer
    ) -> Bool {
        var end = keywords.upperBound
        while end > keywords.lowerBound, isWhiteSpace(json[end - 1]) { end -= 1 }
        guard json[end - 1] == UInt8(ascii: "}") else {
            var scanner = JSONScanner(json, at: keywords.lowerBound)
            guard (try? scanner.skipValue()) != nil else { return false }
            scanner.skipWhiteSpace()
            return scanner.byte == UInt8(ascii: ",")
        }
        let message = UnsafeRawBufferPointer(rebasing: json[..<end])
        var start = end - 1
        while start > max(keywords.lowerBound, end - followingBytesMax) {
            if json[start] == UInt8(ascii: "{"), isBehindComma(start, in: json) {
                var scanner = JSONScanner(message, at: start)
                if (try? scanner.skipValue()) != nil, scanner.isAtEnd { return true }
            }
            start -= 1
        }
        return false
    }

    private static func isBehindComma(_ start: Int, in json: UnsafeRawBufferPointer) -> Bool {
        var position = start - 1
        while position > 0, isWhiteSpace(json[position]) { position -= 1 }
        return json[position] == UInt8(ascii: ",")
    }

    private struct Cursor {
        let json: UnsafeRawBufferPointer
        var position = 0

        var byte: UInt8 { position < json.count ? json[position] : 0 }

        /// Moves behind `text`, if it is there; white space around commas is
        /// as `json.dumps` of Python writes it.
        mutating func skip(_ text: StaticString) -> Bool {
            var end = position
            for offset in 0..<text.utf8CodeUnitCount {
                while end < json.count, json[end] == 0x20 { end += 1 }
                guard end < json.count, json[end] == text.utf8Start[offset] else { return false }
                end += 1
            }
            while end < json.count, json[end] == 0x20 { end += 1 }
            position = end
            return true
        }

        mutating func number() -> UInt64? {
            let start = position
            var value: UInt64 = 0
            while byte &- 0x30 < 10 {
                let (product, overflowsProduct) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflowsSum) = product.addingReportingOverflow(UInt64(byte - 0x30))
                guard !overflowsProduct, !overflowsSum else { return nil }
                value = sum
                position += 1
            }
            return position > start ? value : nil
        }
    }
}
