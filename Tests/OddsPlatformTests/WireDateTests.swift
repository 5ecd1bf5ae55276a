import Foundation
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

    /// Examples of RFC 3339, section 5.8, and others of its grammar.
    @Test(arguments: [
        ("1985-04-12T23:20:50.52Z", 482_196_050_520),
        ("1996-12-19T16:39:57-08:00", 851_042_397_000),
        ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
        ("2026-10-02T16:12:15Z", moment - 648), ("2026-10-02T16:12:15.648Z", moment),
        ("2026-10-02t16:12:15.648z", moment), ("2026-10-02T17:12:15.648+01:00", moment),
        ("2026-10-02T16:12:15.648-00:00", moment), ("2026-10-03T16:11:15.648+23:59", moment),
        ("2026-10-02T16:12:15.6Z", moment - 48),
        ("2026-10-02T16:12:15.64800000000000000000Z", moment),
        ("2026-10-02", 1_790_899_200_000), ("2024-02-29T23:59:59Z", 1_709_251_199_000),
        ("2000-02-29", 951_782_400_000), ("0000-02-29T00:00:00Z", -62_162_121_600_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ]) func timesOfRFC3339AreReadByTheirValue(_ text: String, _ milliseconds: Int64) {
        #expect(WireDate.milliseconds(text) == milliseconds)
    }

    /// What is finer than a millisecond lies between two of the state's times.
    @Test func finerFractionComesAfterTheTimesBeforeIt() {
        #expect(WireDate.milliseconds("2026-10-02T16:12:15.6480000001Z") == Self.moment + 1)
        #expect(WireDate.milliseconds("2026-10-02T16:12:15.9999Z") == Self.moment + 352)
        #expect(WireDate.spacedMilliseconds("2026-10-02 16:12:15.6479") == Self.moment)
    }

    /// Seconds 60 are those that there have been; they count as the next second.
    @Test func leapSecondsAreThoseThatThereHaveBeen() {
        for (text, milliseconds) in [
            ("1990-12-31T23:59:60Z", 662_688_000_000 as Int64),
            ("1990-12-31T15:59:60-08:00", 662_688_000_000),
            ("2016-12-31T23:59:60.5Z", 1_483_228_800_500),
            ("2015-06-30T23:59:60Z", 1_435_708_800_000),
        ] { #expect(WireDate.milliseconds(text) == milliseconds, "\(text)") }
        for text in [
            "2016-06-30T23:59:60Z", "2017-12-31T23:59:60Z", "2016-12-31T22:59:60Z",
            "2016-12-31T23:58:60Z", "2016-12-30T23:59:60Z", "2016-12-31T23:59:60+01:00",
            "2016-12-31T23:59:61Z",
        ] { #expect(WireDate.milliseconds(text) == nil, "\(text)") }
    }

    /// Days and times that there are not, and texts with more or less than a time.
    @Test(arguments: [
        "", "junk", "2026-10-02T16:12:15Zjunk", "2026-10-02T16:12:15Z ", " 2026-10-02T16:12:15Z",
        "2026-02-30", "2026-02-30T00:00:00Z", "2026-02-29", "1900-02-29", "2026-04-31",
        "2026-00-10", "2026-13-10", "2026-10-00", "2026-10-32", "2026-10-02T25:00:00Z",
        "2026-10-02T24:00:00Z", "2026-10-02T16:60:00Z", "2026-10-02T16:12:60Z",
        "2026-10-02T16:12:15", "2026-10-02T16:12Z", "2026-10-02T16Z", "2026-10-02T", "2026-10-02Z",
        "2026-10-02 16:12:15Z", "2026-10-02T16:12:15.Z", "2026-10-02T16:12:15,5Z",
        "2026-10-02T16:12:15.648", "2026-10-02T16:12:15+01", "2026-10-02T16:12:15+0100",
        "2026-10-02T16:12:15+24:00", "2026-10-02T16:12:15+01:60", "2026-10-02T16:12:15+01:00Z",
        "2026-10-2T16:12:15Z", "26-10-02T16:12:15Z", "+2026-10-02T16:12:15Z", "2026-W40-5",
        "-026-10-02T16:12:15Z", "12026-10-02T16:12:15Z", "20261002T161215Z", "2026-10-02T1６:12:15Z",
        "2026-10-02T16:12:15Z\u{301}", "2026-10-02T16:12:15Z\0", "2026-275",
        "2026-10-02T-1:12:15Z", "2026-10-02T16:12:+5Z", "1790957535648",
    ]) func otherTextIsNoTime(_ text: String) {
        #expect(WireDate.milliseconds(text) == nil)
    }

    /// Each day of 400 years, and those that are not, against the calendar's own rule.
    @Test func everyDayOfTheCalendarIsReadAndNoOther() {
        var day: Int64 = 946_684_800_000
        var wrong: [String] = []
        for year in 2000..<2400 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                for number in 0...32 {
                    let text = String(format: "%04d-%02d-%02d", year, month + 1, number)
                    let exists = (1...length).contains(number)
                    if WireDate.milliseconds(text) != (exists ? day : nil) { wrong.append(text) }
                    if exists { day += 86_400_000 }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func yearsAreCountedByTheCalendar() throws {
        for (birth, now, years) in [
            ("2008-10-02", "2026-10-02", 18), ("2008-10-03", "2026-10-02", 17),
            ("2008-02-29", "2026-02-28T23:59:59.999Z", 17), ("2008-02-29", "2026-03-01", 18),
            ("2008-02-29", "2028-02-29", 20), ("2030-01-01", "2026-10-02", -4),
        ] {
            let now = try #require(WireDate.milliseconds(now))
            #expect(WireDate.years(since: birth, at: now) == years, "\(birth)")
        }
        for text in ["2008-02-30", "2008-02-29T00:00:00Z", "2008-02-29 ", "29-02-2008", ""] {
            #expect(WireDate.years(since: text, at: Self.moment) == nil, "\(text)")
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
            "02-10-2026 24:00:00", "02-10-2026 16:12:15Z", "02-10-2026 16:12:15.5",
            "29-02-2026", "02-10-2026 ", "02-10-2026 16:60:00", "02-10-2026 16:12:15 ",
            "02-10-2026 16:12", "02-10-2026T16:12:15", " 02-10-2026",
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
        #expect(WireDate.spacedMilliseconds("2026-10-02T17:12:15.648+01:00") == Self.moment)
        for text in [
            "", "02-10-2026", "2026-02-31", "2026-10-02 25:00:00", "2026-10-02 16:12",
            "2026-10-02 16:12:15.", "2026-10-02 16:12:15+0200", "2026-10-02Z",
        ] {
            #expect(WireDate.spacedMilliseconds(text) == nil, "\(text)")
        }
    }
}
