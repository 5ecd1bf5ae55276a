import OddsCapture
import OddsFixtures
import Testing

/// SR-K1.
@Suite struct CaptureProviderTests {
    private func frames(_ provider: FeedProvider) -> [CaptureFrame] {
        [#"{"notificationType":"LISTENING_STARTED","data":"s-1"}"#, "no JSON", "{}"].map {
            CaptureFrame(
                channel: FeedProvider.socketChannel, at: 7, bytes: Array($0.utf8),
                provider: provider)
        }
    }

    @Test(arguments: FeedProvider.allCases)
    func linesNameTheirProvider(provider: FeedProvider) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("c.ndjson")
        var writer = try CaptureWriter(path: path, provider: provider)
        for frame in frames(provider) {
            try frame.bytes.withUnsafeBytes {
                try writer.write($0, channel: frame.channel, at: frame.at)
            }
        }
        try writer.finish()
        #expect(try readAll(path) == frames(provider))
        let text = String(decoding: try folder.bytes("c.ndjson"), as: UTF8.self)
        #expect(text.contains(#""provider":"sportradar""#) == (provider == .sportRadar))
    }

    @Test(arguments: [
        (#""x""#, "is none of \"everymatrix\" and \"sportradar\" at byte 33"),
        ("5", "is none of \"everymatrix\" and \"sportradar\" at byte 33"),
    ])
    func anUnknownProviderEndsTheReading(value: String, what: String) throws {
        let folder = try TemporaryFolder()
        let line = #"{"channel":"socket","provider" : \#(value),"at":1,"message":{}}"#
        let path = try folder.file("c.ndjson", line.utf8)
        #expect(throws: CaptureError.badLine(file: path, line: 1, what: "\"provider\" \(what)")) {
            try readAll(path)
        }
    }

    @Test func aCaptureIsOfOneProvider() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "c.ndjson",
            """
            {"channel":"socket","provider":"sportradar","at":1,"message":{}}
            {"channel":"a","at":1,"message":{}}
            """.utf8)
        let what = "a frame of everymatrix in a capture of sportradar"
        #expect(throws: CaptureError.badLine(file: path, line: 2, what: what)) {
            try readAll(path)
        }
    }
}
