import CZlib
import Foundation

/// What is wrong with the text of a histogram.
public enum HistogramDecodingError: Error, Equatable, CustomStringConvertible {
    /// Not Base64, or not as long as it says.
    case damaged
    /// HdrHistogram has other encodings, and other numbers of digits.
    case unknownEncoding
    /// Values above `LatencyHistogram.nanosecondsMax`, or more of them than
    /// `LatencyHistogram.countMax`.
    case outOfRange

    /// The reason, in words.
    public var description: String {
        switch self {
        case .damaged: "the histogram's text is damaged"
        case .unknownEncoding: "the histogram is not of encoding V2 with three digits"
        case .outOfRange: "the histogram has values that are too large, or too many"
        }
    }
}

/// The text form that HDR tools exchange: HdrHistogram's encoding V2,
/// compressed and in Base64, `HISTFAAA…`. Such histograms can be merged.
extension LatencyHistogram {
    // HdrHistogram's cookies for V2, with the bits that it adds to them.
    private static let cookie: Int32 = 0x1C84_9313
    private static let compressedCookie: Int32 = 0x1C84_9314

    /// The histogram without its exact maximum, which becomes the upper end of
    /// its step.
    ///
    /// - Complexity: O(size of the histogram).
    public func encoded() -> String {
        var body = HistogramBytes()
        var index = 0
        forEachStep { values, count in
            let next = HistogramLayout.index(of: values.lowerBound)
            if next > index { body.append(zigzag: Int64(index - next)) }
            body.append(zigzag: Int64(count))
            index = next + 1
        }
        var plain = HistogramBytes()
        plain.append(Self.cookie)
        plain.append(Int32(body.bytes.count))
        plain.append(Int32(0))  // no shift of indices
        plain.append(HistogramLayout.digits)
        plain.append(Int64(1))  // the lowest value told from 0
        plain.append(Int64(Self.nanosecondsMax))
        plain.append(Double(1).bitPattern)  // by which values are scaled
        let compressed = Self.compress(plain.bytes + body.bytes)
        var whole = HistogramBytes()
        whole.append(Self.compressedCookie)
        whole.append(Int32(compressed.count))
        return Data(whole.bytes + compressed).base64EncodedString()
    }

    /// Reads what `encoded` wrote. Takes bounded memory for any text.
    ///
    /// - Throws: `HistogramDecodingError` if the text is not such a histogram.
    public init(encoded text: String) throws(HistogramDecodingError) {
        self.init(try LatencySteps(encoded: text, longest: nil))
    }

    /// Reads what `encoded` wrote, and what that lacks: the exact maximum. The histogram then
    /// has all percentiles of the one that was encoded.
    ///
    /// - Throws: `HistogramDecodingError` if the text is not such a histogram, or its highest
    ///   step is not that of `max`.
    package init(encoded text: String, max: UInt64) throws(HistogramDecodingError) {
        self.init(try LatencySteps(encoded: text, max: max))
    }

    /// The counts of an encoded histogram, without what stands before them.
    static func body(ofEncoded text: String) throws(HistogramDecodingError) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw .damaged }
        var outer = HistogramBytesReader(Array(data)[...])
        guard outer.next(Int32.self) == compressedCookie else { throw .unknownEncoding }
        guard let length = outer.next(Int32.self), length >= 0, data.count == length + 8,
            let plain = decompress(Array(data.dropFirst(8)))
        else { throw .damaged }
        var reader = HistogramBytesReader(plain[...])
        guard reader.next(Int32.self) == cookie else { throw .unknownEncoding }
        guard let length = reader.next(Int32.self), length >= 0,
            plain.count == headerBytes + Int(length)
        else { throw .damaged }
        let layout = (
            reader.next(Int32.self), reader.next(Int32.self), reader.next(Int64.self)
        )
        guard layout == (0, HistogramLayout.digits, 1) else { throw .unknownEncoding }
        // The highest value and the scale behind it say nothing about the counts.
        return Array(plain.dropFirst(headerBytes))
    }

    /// A thousand such histograms can be merged without overflow.
    static let countMax: UInt64 = 1 << 53
    private static let headerBytes = 40
    /// No body is longer: nine bytes a count.
    private static let plainBytesMax = headerBytes + 9 * HistogramLayout.count

    private static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initializedCount in
            let status = compress2(
                buffer.baseAddress, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
            precondition(status == Z_OK, "zlib: \(status)")
            initializedCount = Int(count)
        }
    }

    private static func decompress(_ bytes: [UInt8]) -> [UInt8]? {
        var status = Z_OK
        let plain = [UInt8](unsafeUninitializedCapacity: plainBytesMax) { buffer, count in
            var length = UInt(buffer.count)
            status = uncompress(buffer.baseAddress, &length, bytes, UInt(bytes.count))
            count = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? plain : nil
    }
}
