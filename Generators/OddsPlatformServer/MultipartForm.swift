import NIOCore
import OddsMeasurement
import OddsPlatform

/// A form of `multipart/form-data` (RFC 7578), read as it arrives: of files, only the
/// first bytes, their number and their digest stay.
struct MultipartForm {
    /// The parts that are no files, by name.
    private(set) var fields: [String: String] = [:]
    /// The parts that are files, in their order.
    private(set) var files: [DocumentFile] = []

    private enum State {
        /// Before the first boundary.
        case preamble
        case header
        case content(Part)
        case end
    }

    /// A part on the way.
    private struct Part {
        var name = ""
        /// `nil` for a field.
        var fileName: String?
        var first: [UInt8] = []
        var byteCount = 0
    }

    private static let headerBytesMax = 4 << 10
    private static let fieldBytesMax = 1 << 10
    private static let partsMax = 32

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var waiting: [UInt8] = []
    private var partCount = 0

    /// - Parameter type: The request's Content-Type.
    /// - Throws: 415 if it is no such form.
    init(contentType type: String) throws(Refusal) {
        let parts = type.split(separator: ";").map { $0.drop { $0 == " " } }
        let boundary = parts.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }
        guard parts.first?.lowercased() == "multipart/form-data", let boundary else {
            throw Refusal(415, nil, "expected Content-Type: multipart/form-data; boundary=…")
        }
        var text = boundary.dropFirst("boundary=".count)
        if text.count >= 2, text.first == "\"", text.last == "\"" {
            text = text.dropFirst().dropLast()
        }
        guard (1...70).contains(text.utf8.count) else {
            throw .badForm("the boundary must have 1 to 70 characters")
        }
        delimiter = Array("\r\n--\(text)".utf8)
        // The first boundary needs no line before it.
        waiting = Array("\r\n".utf8)
    }

    /// Takes the next bytes.
    ///
    /// - Complexity: O(bytes).
    mutating func take(
        _ bytes: some Collection<UInt8>, _ hasher: inout SHA256Digest.Hasher
    ) throws(Refusal) {
        waiting.append(contentsOf: bytes)
        while true {
            switch state {
            case .end:
                waiting.removeAll()
                return
            case .header:
                guard try readHeader() else { return }
            case .preamble, .content:
                guard try readContent(&hasher) else { return }
            }
        }
    }

    /// - Throws: 400 if the form is not whole.
    func finish() throws(Refusal) {
        guard case .end = state else { throw .badForm("it ends before its last boundary") }
    }

    /// Reads up to the next boundary; `false` if more bytes are needed.
    private mutating func readContent(
        _ hasher: inout SHA256Digest.Hasher
    ) throws(Refusal) -> Bool {
        guard let boundary = Self.index(of: delimiter, in: waiting) else {
            // A boundary may begin in the last bytes.
            let count = max(0, waiting.count - delimiter.count + 1)
            try keep(waiting[..<count], &hasher)
            waiting.removeFirst(count)
            return false
        }
        let end = boundary + delimiter.count
        guard waiting.count >= end + 2 else { return false }
        let isLast = waiting[end] == UInt8(ascii: "-") && waiting[end + 1] == UInt8(ascii: "-")
        guard isLast || (waiting[end] == 13 && waiting[end + 1] == 10) else {
            throw .badForm("a boundary is not at the end of its line")
        }
        try keep(waiting[..<boundary], &hasher)
        try endPart(&hasher)
        // The line's end stays, for a header without fields.
        waiting.removeFirst(end)
        state = isLast ? .end : .header
        return true
    }

    private mutating func keep(
        _ bytes: ArraySlice<UInt8>, _ hasher: inout SHA256Digest.Hasher
    ) throws(Refusal) {
        guard case .content(var part) = state, !bytes.isEmpty else { return }
        state = .preamble
        part.byteCount += bytes.count
        if part.fileName == nil {
            part.first += bytes
            guard part.byteCount <= Self.fieldBytesMax else {
                throw .badForm("\(part.name): more than \(Self.fieldBytesMax) bytes")
            }
        } else {
            part.first += bytes.prefix(max(0, 16 - part.first.count))
            bytes.withUnsafeBytes { hasher.update($0) }
            guard part.byteCount <= DocumentFile.bytesMax else {
                throw Refusal(413, nil, "\(part.fileName ?? ""): more than 10 MiB")
            }
        }
        state = .content(part)
    }

    private mutating func endPart(_ hasher: inout SHA256Digest.Hasher) throws(Refusal) {
        guard case .content(let part) = state else { return }
        guard let fileName = part.fileName else {
            guard let text = String(validating: part.first, as: UTF8.self), !text.hasZero else {
                throw .badForm("\(part.name): is not UTF-8, or has U+0000")
            }
            fields[part.name] = text
            return
        }
        guard files.count < DocumentFile.countMax else {
            throw .badForm("more than \(DocumentFile.countMax) files")
        }
        files.append(
            try DocumentFile(
                name: fileName, first: part.first, byteCount: part.byteCount,
                sha256: hasher.finalize().hexadecimal))
    }

    /// Reads the header of a part; `false` if more bytes are needed.
    private mutating func readHeader() throws(Refusal) -> Bool {
        let end = Self.index(of: Array("\r\n\r\n".utf8), in: waiting)
        guard end ?? waiting.count <= Self.headerBytesMax else {
            throw .badForm("a header is too long")
        }
        guard let end else { return false }
        partCount += 1
        guard partCount <= Self.partsMax else { throw .badForm("more than \(Self.partsMax) parts") }
        guard let text = String(validating: waiting[..<end], as: UTF8.self), !text.hasZero else {
            throw .badForm("a header is not UTF-8, or has U+0000")
        }
        waiting.removeFirst(end + 4)
        var part = Part()
        for line in text.split(whereSeparator: \.isNewline)
        where line.lowercased().hasPrefix("content-disposition:") {
            part.name = Self.parameter("name", in: line) ?? ""
            part.fileName = Self.parameter("filename", in: line)
        }
        guard !part.name.isEmpty else { throw .badForm("a part has no name") }
        state = .content(part)
        return true
    }

    /// A quoted parameter of a header line, of at most 200 bytes.
    private static func parameter(_ name: String, in line: Substring) -> String? {
        guard let start = line.range(of: " \(name)=\"") else { return nil }
        let rest = line[start.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        return String(rest[..<end].prefix(200))
    }

    private static func index(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        var position = 0
        while let next = bytes[position...].firstIndex(of: pattern[0]) {
            guard next + pattern.count <= bytes.count else { return nil }
            if bytes[next..<next + pattern.count].elementsEqual(pattern) { return next }
            position = next + 1
        }
        return nil
    }
}

extension Refusal {
    fileprivate static func badForm(_ what: String) -> Refusal {
        Refusal(400, nil, "multipart/form-data: \(what)")
    }
}
