import Testing

@testable import OddsPlatform

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

    // MARK: The second provider

    private static let moment: Int64 = 1_790_957_535_648

    @Test func dayFirstIsReadAsItIsWritten() {
        let text = WireDate.dayFirst(Self.moment)
        #expect(text == "02-10-2026 16:12:15")
        #expect(WireDate.dayFirstMilliseconds(text) == Self.moment - 648)
        #expect(WireDate.dayFirstMilliseconds("02-10-2026") == 1_790_899_200_000)
        for text in [
            "", "2026-10-02", "2-10-2026", "31-02-2026", "00-10-2026", "02-13-2026",
            "02-10-2026 24:00:00", "02-10-2026 16:12", "02-10-2026T16:12:15", " 02-10-2026",
        ] {
            #expect(WireDate.dayFirstMilliseconds(text) == nil, "\(text)")
        }
    }

    @Test func spacedHasThePlacesThatItNeeds() {
        for (milliseconds, text) in [
            (Self.moment, "2026-10-02 16:12:15.648"), (Self.moment - 8, "2026-10-02 16:12:15.64"),
            (Self.moment - 48, "2026-10-02 16:12:15.6"),
            (Self.moment - 648, "2026-10-02 16:12:15.0"),
        ] {
            #expect(WireDate.spaced(milliseconds) == text)
            #expect(WireDate.spacedMilliseconds(text) == milliseconds)
        }
        #expect(WireDate.spacedMilliseconds("2026-10-02T16:12:15.648Z") == Self.moment)
        #expect(WireDate.spacedMilliseconds("2026-10-02T16:12:15") == Self.moment - 648)
        #expect(WireDate.spacedMilliseconds("2026-10-02") == 1_790_899_200_000)
        for text in [
            "", "02-10-2026", "2026-02-31", "2026-10-02 25:00:00", "2026-10-02 16:12",
            "2026-10-02 16:12:15.", "2026-10-02 16:12:15+0200", "2026-10-02Z",
        ] {
            #expect(WireDate.spacedMilliseconds(text) == nil, "\(text)")
        }
    }
}
