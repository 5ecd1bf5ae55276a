import OddsBetting
import Testing

@Suite struct BetTypeTests {
    @Test("Each type plays the sizes and the lines of its definition", arguments: [
        (.single, 1, 1...1, 1), (.multiple, 2, 2...2, 1), (.multiple, 20, 20...20, 1),
        (.system(size: 2), 3, 2...2, 3), (.system(size: 1), 2, 1...1, 2),
        (.system(size: 10), 20, 10...10, 184_756), (.system(size: 19), 20, 19...19, 20),
        (.named(.trixie), 3, 2...3, 4), (.named(.yankee), 4, 2...4, 11),
        (.named(.canadian), 5, 2...5, 26), (.named(.heinz), 6, 2...6, 57),
        (.named(.patent), 3, 1...3, 7), (.named(.lucky15), 4, 1...4, 15),
        (.named(.lucky31), 5, 1...5, 31), (.named(.lucky63), 6, 1...6, 63),
    ] as [(BetType, Int, ClosedRange<Int>, Int)])
    func table(_ type: BetType, _ count: Int, _ sizes: ClosedRange<Int>, _ lines: Int) {
        #expect(type.sizes(count: count) == sizes)
        #expect(type.lines(count: count) == lines)
    }

    @Test("A type takes no other number of selections", arguments: [
        (.single, [0, 2, 3]), (.multiple, [0, 1]), (.system(size: 2), [0, 1, 2]),
        (.system(size: 0), [0, 1, 2, 3]), (.system(size: -1), [0, 1, 3]),
        (.named(.trixie), [0, 2, 4]), (.named(.patent), [2, 4]), (.named(.lucky63), [5, 7]),
    ] as [(BetType, [Int])])
    func otherCounts(_ type: BetType, _ counts: [Int]) {
        for count in counts {
            #expect(type.sizes(count: count) == nil, "\(count)")
            #expect(type.lines(count: count) == nil, "\(count)")
        }
    }

    @Test("Bankers count only in systems and named types, beside the others")
    func bankers() {
        #expect(BetType.single.sizes(count: 1, bankers: 1) == nil)
        #expect(BetType.multiple.sizes(count: 2, bankers: 1) == nil)
        #expect(BetType.system(size: 2).lines(count: 3, bankers: 4) == 3)
        #expect(BetType.named(.yankee).lines(count: 4, bankers: 2) == 11)
        #expect(!BetType.single.takesBankers && !BetType.multiple.takesBankers)
        #expect(BetType.system(size: 1).takesBankers && BetType.named(.heinz).takesBankers)
        let marks = [false, true, false]
        #expect(BetType.multiple.divide(marks, isBanker: \.self) == ([], marks))
        #expect(BetType.named(.trixie).divide(marks, isBanker: \.self) == ([true], [false, false]))
        // With bankers alone there is nothing to combine.
        #expect(BetType.system(size: 1).sizes(count: 0, bankers: 3) == nil)
    }

    @Test("Lines are counted as long as the number fits")
    func manyLines() {
        #expect(BetType.system(size: 31).lines(count: 62) == 465_428_353_255_261_088)
        #expect(BetType.system(size: 33).lines(count: 66) == 7_219_428_434_016_265_740)
        #expect(BetType.system(size: 34).lines(count: 68) == nil)
    }

    @Test("Each type has its name on the wire, and is read from it")
    func names() {
        let named = NamedBetType.allCases.map { (BetType.named($0), $0.rawValue) }
        #expect(
            named.map(\.1) == [
                "TRIXIE", "YANKEE", "CANADIAN", "HEINZ", "PATENT", "LUCKY15", "LUCKY31", "LUCKY63",
            ])
        for (type, name) in named + [(.single, "SINGLE"), (.multiple, "MULTIPLE")] {
            #expect(type.wireName == name && type.systemName(count: 3) == nil)
            #expect(BetType(wireName: name, systemName: nil) == type)
            #expect(BetType(wireName: name, systemName: "2/3") == nil)
        }
        let system = BetType.system(size: 2)
        #expect(system.wireName == "SYSTEM" && system.systemName(count: 3) == "2/3")
        #expect(BetType(wireName: "SYSTEM", systemName: "2/3") == system)
    }

    @Test("Other names are of no type", arguments: [
        ("SYSTEM", nil), ("SYSTEM", ""), ("SYSTEM", "2"), ("SYSTEM", "2/"), ("SYSTEM", "/3"),
        ("SYSTEM", "2/3/4"), ("SYSTEM", "02/3"), ("SYSTEM", "+2/3"), ("SYSTEM", " 2/3"),
        ("SYSTEM", "2/3 "), ("SYSTEM", "a/b"), ("SYSTEM", "99999999999999999999/3"),
        ("single", nil), ("Trixie", nil), ("", nil), ("GOLIATH", nil),
    ] as [(String, String?)])
    func otherNames(_ name: String, _ system: String?) {
        #expect(BetType(wireName: name, systemName: system) == nil)
    }
}
