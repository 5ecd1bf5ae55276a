import Testing

/// Which versions are readable, and what they mean (EM-V1, EM-V2).
@Suite struct VersionTests {
    private func readings(_ member: String) -> [FrameReading.ReadFrame?] {
        let frame = Array(#"{"messageType":"UPDATE","records":[]\#(member)}"#.utf8)
        return [FrameReader().read(frame).frame, FrameReader.readByReference(frame).frame]
    }

    /// EM-V1, EM-V2.
    @Test(
        arguments: [
            (#""1749798502097""#, "1749798502097", 1_749_798_502_097), (#""0""#, "0", 0),
            (#""007""#, "007", 7), (#""\u0037""#, "7", 7), ("0", "0", 0), ("7", "7", 7),
            (#""9999999999999999999""#, "9999999999999999999", 9_999_999_999_999_999_999),
            ("9999999999999999999", "9999999999999999999", 9_999_999_999_999_999_999),
            (#""0000000000000000001""#, "0000000000000000001", 1),
        ] as [(String, String, UInt64)])
    func readableVersionIsItsDigits(source: String, text: String, number: UInt64) {
        for frame in readings(#","version":\#(source)"#) {
            #expect(frame?.versionText == text)
            #expect(frame?.versionNumber == number)
        }
    }

    @Test(
        arguments: [
            "", #","version":null"#, #","version":"""#, #","version":" 7""#, #","version":"7a""#,
            #","version":"-7""#, #","version":-7"#, #","version":7.0"#, #","version":7e0"#,
            #","version":"00000000000000000001""#, #","version":10000000000000000000"#,
            #","version":true"#, #","version":["7"]"#, #","version":{}"#, #","version":"٧""#,
            #","version":"7","version":null"#,
        ])
    func frameWithoutAReadableVersionIsReadWithoutOne(member: String) {
        for frame in readings(member) {
            #expect(frame != nil)
            #expect(frame?.versionText == nil)
            #expect(frame?.versionNumber == nil)
        }
    }
}
