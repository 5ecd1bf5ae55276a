import OddsResults
import Testing

@Suite struct FoldedStacksTests {
    private let stacks = FoldedStacks(
        """
        main<00000000000003e8>;grow()[inline];swift_slowAlloc 300
        main;load();GrowableBuffer.grow(to:);swift_slowAlloc 500
        main<00000000000003e9>;grow();swift_slowAlloc 100
        main;operator new 0
        not a stack
        """)

    @Test func addressesAndInliningMakeNoOtherStack() {
        #expect(
            stacks.bytes == [
                "main;grow();swift_slowAlloc": 400,
                "main;load();GrowableBuffer.grow(to:);swift_slowAlloc": 500,
            ])
    }

    @Test func readsBackWhatItWrote() {
        #expect(FoldedStacks(stacks.folded) == stacks)
        #expect(stacks.folded.hasPrefix("main;load();"), "the largest first")
    }

    @Test func bytesBelongToWhoAskedForThem() {
        let byFunction = stacks.byFunction
        #expect(byFunction.map(\.function) == ["load()", "grow()"])
        #expect(byFunction.map(\.bytes) == [500, 400])
    }

    @Test func hugePagesBelongToWhoAskedForThem() {
        let pages = "static HugePages.allocate(byteCount:)"
        let stacks = FoldedStacks(
            "main;EntityTable.grow(to:);\(pages) 5\nmain;GrowableBuffer.grow(to:);\(pages) 3\n")
        #expect(stacks.byFunction.map(\.function) == ["EntityTable.grow(to:)", "main"])
        let cutOff = FoldedStacks("\(pages);swift_slowAlloc 5\n")
        #expect(cutOff.byFunction.map(\.function) == [pages])
    }

    @Test func differenceHasBothSigns() {
        let later = FoldedStacks("main;grow();swift_slowAlloc 400\nmain;new() 70\n")
        #expect(
            (later - stacks).bytes == [
                "main;new()": 70, "main;load();GrowableBuffer.grow(to:);swift_slowAlloc": -500,
            ])
    }

    @Test func genericNamesKeepTheirBrackets() {
        #expect(FoldedStacks("Box<Int> 5").bytes == ["Box<Int>": 5])
    }
}
