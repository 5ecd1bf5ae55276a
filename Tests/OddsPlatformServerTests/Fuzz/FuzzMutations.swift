import Foundation
import OddsJSON

/// Changes valid requests.
extension FuzzValues {
    /// What numbers may be in a request.
    private static let numbers = [
        "0", "-0", "-1", "1", "2", "0.1", "0.001", "-0.35", "1.0", "1e0", "1e2", "1E+2", "1e-2",
        "1e400", "-1e400", "1e-400", "1e999999999999999999999", "1e-999999999999999999999",
        "9999999999.99", "9999999999.999", "10000000000", "99999999999999999999", "0.00000001",
        "9999999999.99999999", "1.00000001", "1.000000001", "2147483648", "4294967296",
        "9007199254740993", "922337203685477580", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "18446744073709551615", "18446744073709551616", "90100.1", "1.10",
        String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1",
    ]

    /// What texts may be in a request, wherever they stand.
    private static let texts = [
        "", " ", "0", "00", "-1", "+1", "1 ", "0x10", "1e3", "١", "NaN", "Infinity", "null", "true",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551616", "9223372036854775807.1", "18446744073709551615.1", "-1.1", "1.1",
        "b-0", "b--5", "b-9223372036854775807", "b-9223372036854775808", "tx--1", "tx-0", "l-0",
        "l--9223372036854775808", "7/20", "19/20", "0/0", "20/20", "1/0", "-1/20", "7/-20",
        "9223372036854775807/20", "99999999999999999999/1", "2/3/4", "/", "1/", "/1", "AC0", "AC21",
        "AC9223372036854775807", "2@-9223372036854775808@45", "1000000@9223372036854775807@0",
        "1@9223372036854775808@1", "0@0@0", "2@@", "@", "2026-02-30", "0000-00-00T00:00:00Z",
        "9999-12-31T23:59:59.999Z", "10000-01-01", "2026-10-02T99:99:99Z", "2026-10-02T16:12:15Zx",
        "-2026-10-02T16:12:15Z", "2026-10-02T16:12:15+99:99", "31-02-2026", "00-00-0000 99:99:99",
        "99-99-9999", "2026-02-31 25:61:61.9999999999", "0.00", "0.001", "9999999999.99",
        "10000000000.00", "1,00", "1.0.0", "\u{0}", "a\u{0}b", "\u{FFFE}", "\u{202E}abc", "é",
        "e\u{301}", "👩‍👩‍👧‍👦", "'; DROP TABLE bet; --", "%00", "%", "../..", "a/b",
        "a\r\nX-Y: z", "$where",
        String(repeating: "a", count: 1_001), String(repeating: "😀", count: 1_000),
        String(repeating: "9", count: 5_000),
    ]

    mutating func oddNumber() -> String { pick(Self.numbers) }

    mutating func oddText() -> String { pick(Self.texts) }

    /// Changes some places of a value.
    mutating func mutated(_ value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0..<pick([1, 1, 1, 2, 3]) { value = changed(value) }
        return value
    }

    private mutating func changed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members) where !members.isEmpty && chance(85):
            let index = Int.random(in: members.indices, using: &random)
            switch pick(0..<10) {
            case 0: members.remove(at: index)
            case 1: members.append(members[index])
            case 2: members[index] = JSONMember(oddText(), members[index].value)
            default:
                members[index] = JSONMember(members[index].name, changed(members[index].value))
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && chance(85):
            let index = Int.random(in: elements.indices, using: &random)
            switch pick(0..<10) {
            case 0: elements.remove(at: index)
            case 1: elements += Array(repeating: elements[index], count: pick([1, 19, 20, 50]))
            case 2: elements.insert(odd(), at: index)
            default: elements[index] = changed(elements[index])
            }
            return .array(elements)
        case .number(let text) where chance(20): return .string(text)
        case .string(let text) where chance(10): return .number(Double(text) == nil ? "0" : text)
        default: return odd()
        }
    }

    private mutating func odd() -> JSONValue {
        switch pick(0..<12) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2: return []
        case 3: return [:]
        case 4:
            return (0..<pick([2, 15, 16, 17, 40])).reduce(JSONValue.null) { inner, _ in [inner] }
        case 5..<9: return .number(oddNumber())
        default: return .string(oddText())
        }
    }

    /// The bytes of a body; a few of them damaged.
    mutating func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes = value.json
        guard chance(4), !bytes.isEmpty else { return bytes }
        let index = Int.random(in: bytes.indices, using: &random)
        switch pick(0..<3) {
        case 0: bytes.removeSubrange(index...)
        case 1: bytes[index] = .random(in: 0...255, using: &random)
        default: bytes.insert(.random(in: 0...255, using: &random), at: index)
        }
        return bytes
    }
}
