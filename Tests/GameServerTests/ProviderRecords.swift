import OddsModel
import OddsReconstruction

@testable import GameServer

/// A list of the feed as its store has it, from frames in text.
struct RecordedList: ~Copyable {
    private var channel = Channel<IncrementalGraph>()
    private var version = 0

    init(_ records: [String]) { _ = receive(records, as: "INITIAL_DUMP") }

    var events: [EventModel] { mutating get { channel.strategy.events(limit: .max) } }

    /// Takes a frame.
    ///
    /// - Returns: What it changed.
    @discardableResult
    mutating func receive(_ records: [String], as type: String = "UPDATE") -> ChangeSet {
        version += 1
        let list = records.joined(separator: ",")
        let frame = #"{"version":"\#(version)","messageType":"\#(type)","records":[\#(list)]}"#
        var changes = ChangeSet()
        let disposition = Array(frame.utf8).withUnsafeBytes {
            channel.receive($0) { changes = $0.changes }
        }
        precondition(disposition == .applied, "a frame that is not applied: \(frame)")
        return changes
    }
}

// Records of frames.

func entity(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"_type":"\#(type)","id":"\#(id)"\#(properties.isEmpty ? "" : ",")\#(properties)}"#
}

func create(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"changeType":"CREATE","entityType":"\#(type)","id":"\#(id)","#
        + #""entity":\#(entity(type, id, properties))}"#
}

func change(_ type: String, _ id: String, _ properties: String) -> String {
    #"{"changeType":"UPDATE","entityType":"\#(type)","id":"\#(id)","#
        + #""changedProperties":{\#(properties)}}"#
}

func delete(_ type: String, _ id: String) -> String {
    #"{"changeType":"DELETE","entityType":"\#(type)","id":"\#(id)"}"#
}

/// A match to come with one market of as many outcomes as there are odds.
func match(_ id: Int, odds: [Double], _ properties: String = "") -> [String] {
    [
        entity(
            "MATCH", "\(id)",
            #""name":"A\#(id) - B\#(id)","statusId":"1","startTime":\#(id * 1_000)"#
                + (properties.isEmpty ? "" : ",") + properties),
        entity("MARKET", "\(id)1", #""eventId":"\#(id)","isAvailable":true"#),
    ]
        + odds.enumerated().flatMap { index, odds in
            [
                entity("OUTCOME", "\(id)2\(index)", #""marketId":"\#(id)1""#),
                entity(
                    "BETTING_OFFER", "\(id)3\(index)",
                    #""outcomeId":"\#(id)2\#(index)","odds":\#(odds),"isAvailable":true,"#
                        + #""statusId":"1""#),
            ]
        }
}
