import OddsModel
import OddsReconstruction
import OddsVerification
import OddsWire
import Testing

/// One content, always the same, whose elements tests write down.
enum ContentText {
    static let list = #""contentId":{"type":"liveDataSummaryAdvancedListBySportType","id":"FBL/0"}"#

    static let sports = #""contentId":{"type":"inplaySportListBySportType","id":""}"#
    static let nodes = #""contentId":{"type":"boNavigationList","id":"web/top"}"#
    static let liveData = #""contentId":{"type":"liveDataExtended","id":"1"}"#

    /// A frame with elements.
    static func frame(_ elements: [String]) -> String {
        #"{"notificationType":"CONTENT_CHANGES","data":[\#(elements.joined(separator: ","))]}"#
    }

    static func element(
        _ changeType: String, _ path: String = "", _ change: String = "null",
        of content: String = list
    ) -> String {
        #"{\#(content),"changeType":"\#(changeType)","path":"\#(path)","change":\#(change)}"#
    }

    /// An event with one market of two selections, and live data.
    static let event = """
        {"idfoevent":"9001.1","name":"Alfa v Beta","tsstart":"2026-10-02T18:30:00.000+0200",\
        "idfosporttype":"FBL","numMarkets":41,"liveDataSummary":{"matchTime":"63:12",\
        "status":"2nd_half","scores":{"CURRENT_SCORE":{"home":1,"away":0}},"serve":null},\
        "markets":[\(market)]}
        """

    static let market = """
        {"idfomarket":"5001.1","name":"Winner","idefmarkettype":"2","line":"2.5",\
        "selections":[\(selection("7101.1")),\(selection("7102.1"))]}
        """

    static func selection(_ id: String) -> String {
        #"{"idfoselection":"\#(id)","name":"Alfa","currentpriceup":"17","currentpricedown":"20"}"#
    }

    /// The path of a selection of the event.
    static func path(_ selection: String = "7101.1") -> String {
        "[idfoevent=9001.1]|markets|[idfomarket=5001.1]|selections|[idfoselection=\(selection)]"
    }
}

/// All strategies behind the translator, with prediction and without, and the reference,
/// compared after each frame.
final class SocketSubject {
    private var learning: SocketVerification
    private var plain: SocketVerification
    /// One of them again, to look at.
    private var graph = ContentChannels<IncrementalGraph>(opensContents: true)
    /// What the last frame changed of the list, an entity each.
    private(set) var changes: [String] = []

    init() throws {
        learning = try SocketVerification(of: StrategyName.all, predicts: true)
        plain = try SocketVerification(of: StrategyName.all, predicts: false)
    }

    /// With a list of one event.
    static func withEvent() throws -> SocketSubject {
        let subject = try SocketSubject()
        subject.take(ContentText.element("REFRESHED", "", "[\(ContentText.event)]"))
        return subject
    }

    func take(
        _ elements: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        receive(ContentText.frame(elements), sourceLocation: sourceLocation)
    }

    func receive(_ frame: String, sourceLocation: SourceLocation = #_sourceLocation) {
        changes = []
        Array(frame.utf8).withUnsafeBytes { bytes in
            for difference in [learning.difference(after: bytes), plain.difference(after: bytes)] {
                guard let difference else { continue }
                Issue.record("\(difference)\n\(frame)", sourceLocation: sourceLocation)
            }
            _ = try? graph.receive(bytes) { _, strategy in
                strategy.changes.forEach { entry in
                    let mark =
                        entry.kinds.contains(.removed)
                        ? "-" : entry.kinds.contains(.inserted) ? "+" : "~"
                    let id = strategy.changes.id(of: entry)
                    changes.append("\(mark)\(entry.type.feedName) \(id)")
                }
            }
        }
    }

    var events: [EventModel] {
        graph.openContents.isEmpty ? [] : graph[0].events(limit: .max)
    }

    /// The offers of the list, by the ids of their outcomes.
    var offers: [String: BettingOfferModel] {
        let outcomes = events.flatMap(\.markets).flatMap(\.outcomes)
        return Dictionary(
            uniqueKeysWithValues: outcomes.map { ($0.id.description, $0.bettingOffers[0]) })
    }

    /// The canonical snapshot of all contents.
    var snapshot: String {
        String(decoding: SnapshotWriter.document(of: graph.snapshots()), as: UTF8.self)
    }

    /// Elements that name no content.
    var elementsRejected: Int { graph.elementsRejected }

    /// The sports of the first content, as canonical text.
    var sports: String {
        snapshot.firstMatch(of: /"SPORT":(\[[^\]]*\])/).map { String($0.output.1) } ?? "[]"
    }

    var counters: ChannelCounters { graph.counters(of: 0) }
    var contentCounters: ContentCounters { graph.contentCounters(of: 0) }
}
