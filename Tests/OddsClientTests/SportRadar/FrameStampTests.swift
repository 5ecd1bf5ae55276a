import Testing

@testable import OddsClient

struct FrameStampTests {
    private static func stamp(_ text: String) -> UInt64? {
        Array(text.utf8).withUnsafeBytes { FrameStamp.read($0) }
    }

    @Test("A frame that ends with a stamp says when it was due")
    func stamped() {
        let frame = { (due: String) in
            #"{"notificationType":"CONTENT_CHANGES","data":[],"_intended_ns":\#(due)}"#
        }
        #expect(Self.stamp(frame("1234567890123")) == 1_234_567_890_123)
        #expect(Self.stamp(frame("0")) == 0)
        #expect(Self.stamp(frame("9999999999999999999")) == 9_999_999_999_999_999_999)
    }

    @Test(
        "A frame without a stamp at its end has none",
        arguments: [
            "", "}", "1}", #"{"data":[]}"#, #"{"data":[],"_intended_ns":}"#,
            #"{"data":[],"_intended_ns":"5"}"#, #"{"_intended_ns":5}"#,
            #"{"data":[{"a":1,"_intended_ns":5}]}"#, #"{"a":"x,\"_intended_ns\":5}"#,
            #"{"data":[],"_intended_ns":12345678901234567890}"#,
        ])
    func unstamped(_ text: String) {
        #expect(Self.stamp(text) == nil)
    }
}
