import OddsSimulator
import Testing

@Suite struct FrameVersionReaderTests {
    @Test("The version of a frame is read wherever it stands, the last one of several", arguments: [
        (#"{"version":"17","messageType":"UPDATE","records":[]}"#, 17),
        (#"{ "records":[{"version":"1"}], "vers\u0069on" : 12 }"#, 12),
        (#"{"note":1,"version":"1","version":"2"}"#, 2),
        (#"{"version":"soon","records":[]}"#, nil), (#"{"version":"","records":[]}"#, nil),
        (#"{"version":"12345678901234567890"}"#, nil), (#"{"records":[]}"#, nil), ("", nil),
    ] as [(String, UInt64?)])
    func version(frame: String, version: UInt64?) {
        Array(frame.utf8).withUnsafeBytes {
            #expect(FrameVersionReader.version(of: $0) == version)
        }
    }
}
