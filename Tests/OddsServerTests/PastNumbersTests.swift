import Testing

@testable import OddsServer

/// The numbers of topics that are published again.
@Suite struct PastNumbersTests {
    @Test("A topic goes on behind its own number, with one that no frame has")
    func goesOn() {
        var numbers = PastNumbers()
        #expect(numbers.reopen("a") == 0)
        numbers.close("a", at: 42)
        numbers.close("b", at: 0)
        #expect(numbers.reopen("c") == 0)
        #expect(numbers.reopen("a") == 43 && numbers.reopen("b") == 1)
    }

    @Test("However many topics are closed, their numbers take bounded memory, and none goes back")
    func bound() {
        var numbers = PastNumbers()
        for topic in 0..<10_000 { numbers.close("\(topic)", at: UInt64(topic % 5_000)) }
        #expect(MemoryLayout.size(ofValue: numbers) < 64)
        for topic in 0..<10_000 {
            #expect(numbers.reopen("\(topic)") > UInt64(topic % 5_000))
        }
        // Those that were never open go on behind those that were forgotten, which they may be.
        #expect(numbers.reopen("new") == 5_000)
    }
}
