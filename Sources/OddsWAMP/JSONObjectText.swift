import OddsJSON

/// A JSON object as text. Single members are read on demand.
public struct JSONObjectText: Equatable, Sendable {
    /// UTF-8, from `{` to `}`.
    public let utf8: [UInt8]

    /// `{}`
    public static let empty = JSONObjectText(unchecked: Array("{}".utf8))

    /// Takes a text without checking it.
    ///
    /// - Parameter utf8: a legal JSON object without white space around it.
    public init(unchecked utf8: [UInt8]) { self.utf8 = utf8 }

    /// Makes an object whose members are strings, in the order given.
    ///
    /// - Complexity: O(bytes).
    public init(_ members: KeyValuePairs<String, String>) {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (name, value) in members {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            text.appendJSONString(name)
            text.append(UInt8(ascii: ":"))
            text.appendJSONString(value)
        }
        text.append(UInt8(ascii: "}"))
        utf8 = text
    }

    /// Checks a text. The result is `nil` unless it is one legal JSON object of
    /// at most 66 levels, with or without white space around it.
    ///
    /// - Complexity: O(bytes).
    public init?(_ text: some Collection<UInt8>) {
        let bytes = Array(text)
        let range = bytes.withUnsafeBytes { bytes -> Range<Int>? in
            var scanner = JSONScanner(bytes)
            scanner.levelsMax = WAMPLimits.levelsMax
            scanner.skipWhiteSpace()
            let start = scanner.position
            guard scanner.byte == UInt8(ascii: "{"), (try? scanner.skipValue()) != nil else {
                return nil
            }
            let end = scanner.position
            scanner.skipWhiteSpace()
            return scanner.isAtEnd ? start..<end : nil
        }
        guard let range else { return nil }
        utf8 = Array(bytes[range])
    }

    /// The JSON text of a member, the last one if the name is repeated; `nil`
    /// if there is none.
    ///
    /// - Complexity: O(bytes).
    public func value(_ name: String) -> [UInt8]? {
        utf8.withUnsafeBytes { bytes in
            var found: Range<Int>?
            var scanner = JSONScanner(bytes)
            try? scanner.forEachMember { key, value throws(JSONSyntaxError) in
                let text = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[key]))
                if text.elementsEqual(name.utf8) { found = value }
            }
            return found.map { Array(bytes[$0]) }
        }
    }

    /// The value of a member that is a string, with its escapes resolved; `nil`
    /// if there is none.
    ///
    /// - Complexity: O(bytes).
    public func text(_ name: String) -> String? {
        guard let value = value(name), value.first == UInt8(ascii: "\"") else { return nil }
        return value.withUnsafeBytes {
            String(decoding: JSONText.unescaped($0), as: UTF8.self)
        }
    }
}

extension Array where Element == UInt8 {
    /// Appends decimal digits.
    mutating func appendDigits(_ number: some BinaryInteger) {
        append(contentsOf: String(number).utf8)
    }
}
