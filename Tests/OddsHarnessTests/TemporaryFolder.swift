import Foundation
import OddsCapture

/// A folder that is gone with the last reference to it.
final class TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes frames, each with its channel, as a capture.
    func capture(_ name: String, _ frames: [(channel: String, text: String)]) throws -> String {
        let path = path(name)
        var writer = try CaptureWriter(path: path)
        for (position, frame) in frames.enumerated() {
            var text = frame.text
            try text.withUTF8 {
                try writer.write(
                    UnsafeRawBufferPointer($0), channel: frame.channel, at: Int64(position))
            }
        }
        try writer.finish()
        return path
    }
}

/// Small frames of a made-up feed: one event with one market and offers.
enum FeedText {
    static func dump(version: Int, offers: [(id: String, odds: Double)]) -> String {
        let offers = offers.map {
            """
            {"_type":"OUTCOME","id":"o\($0.id)","marketId":"m1"},\
            {"_type":"BETTING_OFFER","id":"\($0.id)","outcomeId":"o\($0.id)",\
            "odds":\($0.odds),"isAvailable":true}
            """
        }
        let records =
            [
                #"{"_type":"MATCH","id":"1","name":"A v B"}"#,
                #"{"_type":"MARKET","id":"m1","eventId":"1"}"#,
            ] + offers
        return """
            {"version":"\(version)","messageType":"INITIAL_DUMP","records":\
            [\(records.joined(separator: ","))]}
            """
    }

    static func odds(version: Int, _ changes: [(id: String, odds: Double)]) -> String {
        let records = changes.map {
            """
            {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\($0.id)",\
            "changedProperties":{"odds":\($0.odds)}}
            """
        }
        return """
            {"version":"\(version)","messageType":"UPDATE","records":\
            [\(records.joined(separator: ","))]}
            """
    }
}
