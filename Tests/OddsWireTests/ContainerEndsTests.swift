import Testing

@testable import OddsWire

/// Where objects and arrays of a text end, as noted while it was checked.
@Suite struct ContainerEndsTests {
    /// The containers of a text and their ends, asked for in this order of their starts.
    private func ends(
        _ text: String, _ order: ([Int]) -> [Int]
    ) throws -> (found: [Int: Int?], starts: [Int]) {
        let powers = PowersOfTen.allocate()
        let containers = ContainerEnds.allocate()
        defer {
            powers.deallocate()
            containers.deallocate()
        }
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes in
            // What was noted of another text is forgotten.
            containers.begin(at: 1)
            containers.removeAll()
            var offset = 0
            let scanner = JSONScanner(unpadded: bytes, powers)
            try scanner.scanValue(&offset, depth: 0, containers)
            let starts = bytes.indices.filter { "[{".utf8.contains(bytes[$0]) }
            var found: [Int: Int?] = [:]
            for start in order(starts) {
                found[start] = containers.end(ofContainerAt: start)
            }
            return (found, starts)
        }
    }

    private static let texts = [
        "[]", "{}", "[ ]", "[[],[],{}]", #"{"a":{"b":[1,2,{"c":[]}],"d":{}},"e":[[[]]]}"#,
        #"[{"a":[{},{}]},{"a":[{},{"b":{}}]} , [ { } ] ]"#,
    ]

    @Test(arguments: texts)
    func eachEndsBehindItsOwnBracket(text: String) throws {
        let bytes = Array(text.utf8)
        for order in [{ $0 }, { $0.reversed() }, { $0 + $0.filter { $0 % 2 == 0 } + $0 }]
            as [([Int]) -> [Int]] {
            let (found, starts) = try ends(text, order)
            for start in starts {
                let end = try #require(found[start] ?? nil)
                let part = bytes[start..<end]
                let open = part.count { "[{".utf8.contains($0) }
                let closed = part.count { "]}".utf8.contains($0) }
                #expect(open == closed, "\(start) to \(end)")
                #expect(part.last == (bytes[start] == UInt8(ascii: "[") ? 0x5D : 0x7D))
            }
        }
    }

    @Test(arguments: texts)
    func whereNoneBeginsNoneIsFound(text: String) throws {
        let others = { (starts: [Int]) in (0...text.utf8.count).filter { !starts.contains($0) } }
        let (found, _) = try ends(text, others)
        #expect(found.values.allSatisfy { $0 == nil })
    }
}
