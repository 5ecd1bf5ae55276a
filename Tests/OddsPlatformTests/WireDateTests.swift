import OddsPlatform
import Testing

/// Platform contract, section 8.7: the cursor of a list is a time that was answered.
@Suite struct WireDateTests {
    @Test func everyMillisecondIsWrittenAsItIs() {
        for milliseconds in Int64(1_790_957_535_000)..<1_790_957_537_000 {
            let text = WireDate.text(milliseconds)
            let digits = String(String(1_000 + milliseconds % 1_000).dropFirst())
            #expect(text.hasSuffix(".\(digits)Z"))
            #expect(WireDate.milliseconds(text) == milliseconds)
        }
    }
}
