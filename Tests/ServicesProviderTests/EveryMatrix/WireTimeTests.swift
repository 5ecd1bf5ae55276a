import Foundation
import Testing

@testable import ServicesProvider

@Suite struct WireTimeTests {
    @Test(arguments: [
        ("2026-10-02T16:12:15Z", 1_790_957_535.0), ("2026-10-02T16:12:15.648Z", 1_790_957_535.648),
        ("2026-10-02T16:12:15.6480180Z", 1_790_957_535.648018),
        ("2026-10-02T16:12:15.5Z", 1_790_957_535.5),
    ]) func timesHaveAnyNumberOfPlaces(_ text: String, _ seconds: Double) throws {
        let date = try #require(WireTime.date(text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", "yesterday", "2026-10-02", "2026-13-02T16:12:15Z", "2026-10-02T16:12:15.Z",
        "2026-10-02T16:12:15.6x8Z", "2026-10-02T16:12:15.648",
    ]) func otherTextsAreNone(_ text: String) { #expect(WireTime.date(text) == nil) }

    @Test func whatIsWrittenIsReadAgain() throws {
        let date = Date(timeIntervalSince1970: 1_790_957_535.648)
        #expect(WireTime.text(date) == "2026-10-02T16:12:15.648Z")
        #expect(WireTime.date(WireTime.text(date)) == date)
    }

    @Test func everyMillisecondIsWrittenAsItIs() {
        for number in 0..<1_000 {
            let date = Date(timeIntervalSince1970: 1_790_957_535 + Double(number) / 1_000)
            let digits = String(1_000 + number).dropFirst()
            #expect(WireTime.text(date) == "2026-10-02T16:12:15.\(digits)Z")
        }
    }
}
