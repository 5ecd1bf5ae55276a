import OddsCapture
import OddsTraffic
import Testing

@testable import OddsSimulator

/// Faults within SportRadar's frames (sportradar §11).
@Suite struct ContentFrameFaultsTests {
    private let price = Array(
        (#"{"contentId":{"type":"event","id":"9001.1"},"changeType":"UPDATED","#
            + #""path":"[idfoselection=7.1]","change":{"idfoselection":"7.1","name":"A:","#
            + #""currentpriceup":"17","line":"2.5"}}"#).utf8)
    private let other = Array(
        (#"{"contentId":{"type":"market","id":"5.1"},"changeType":"REMOVED","#
            + #""path":"[idfomarket=5.1]"}"#).utf8)

    private func text(_ faults: FaultKind..., position: Double = 0) -> String {
        var fate = FaultDraw.FrameFate()
        fate.faults = faults
        fate.elementPosition = position
        let runs = [price + [UInt8(ascii: ",")] + price, other]
        return String(decoding: ContentFrameFaults.frame(of: runs, fate), as: UTF8.self)
    }

    @Test("Without faults of elements a frame stays as it is")
    func none() {
        #expect(text(.delay) == String(
            decoding: SocketFrame.frame(of: [price + [UInt8(ascii: ",")] + price, other]),
            as: UTF8.self))
    }

    @Test("An element stands twice, behind itself")
    func duplicate() {
        #expect(text(.duplicateChange).split(separator: "[idfoselection").count == 4)
        let last = text(.duplicateChange, position: 0.99)
        #expect(last.split(separator: "REMOVED").count == 3)
        #expect(last.contains(String(decoding: other + [UInt8(ascii: ",")] + other, as: UTF8.self)))
    }

    @Test("An element that means nothing is of a content of the frame")
    func unknownPath() {
        let frame = text(.unknownPath, position: 0.99)
        #expect(frame.hasSuffix(
            #",{"contentId":{"type":"market","id":"5.1"},"changeType":"UPDATED","#
                + #""path":"[idfoevent=1.1]|weather","change":"fair"}]}"#))
    }

    @Test("Ids are numbers, and nothing else becomes one")
    func numberIDs() {
        let frame = text(.numberIds)
        #expect(frame.contains(#""id":9001.1}"#) && frame.contains(#""idfoselection":7.1,"#))
        #expect(frame.contains(#""currentpriceup":"17""#) && frame.contains(#""line":"2.5""#))
        #expect(frame.contains(#""path":"[idfoselection=7.1]""#) && frame.contains(#""A:","#))
    }

    @Test("Types of change are in both cases")
    func mixedCase() {
        let frame = text(.upperLowerCase)
        #expect(frame.contains(#""changeType":"uPdAtEd""#))
        #expect(frame.contains(#""changeType":"rEmOvEd""#) && !frame.contains("UPDATED"))
    }

    @Test("A rule may name a provider whose wire can have the fault, and no other", arguments: [
        (#""fault":"reorder","provider":"sportradar""#, "no versions"),
        (#""fault":"abort","provider":"sportradar""#, "cannot have it"),
        (#""fault":"numberIds","provider":"everymatrix""#, "cannot have it"),
        (#""fault":"httpCut","provider":"sportradar""#, "provider does not apply"),
        (#""fault":"restart","everySeconds":1,"provider":"sportradar""#, "provider does not apply"),
        (#""fault":"forgetSubscriber""#, "needs everySeconds"),
        (#""fault":"lateRefresh","everySeconds":1"#, "everySeconds does not apply"),
        (#""fault":"lateRefresh","status":500"#, "status does not apply"),
        (#""fault":"drop","everySeconds":1,"provider":"pigeon""#, "provider"),
    ])
    func providers(rule: String, what: String) {
        let error = #expect(throws: FaultPlanError.self) {
            try FaultPlan(json: Array(#"{"rules":[{\#(rule)}]}"#.utf8))
        }
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    }

    @Test("A rule strikes the sockets of its provider, and only those that can have its fault")
    func draws() throws {
        let plan = FaultPlan(rules: [
            FaultRule(.repeat, provider: .sportRadar), FaultRule(.reorder), FaultRule(.unknownPath),
            FaultRule(.delay),
        ])
        let faults = [FeedProvider.everyMatrix, .sportRadar].map { provider in
            var draw = FaultDraw(
                plan, number: 1, provider: provider, startSeconds: 0, nowSeconds: 0)
            return draw.fate(ofFrame: 10, at: 0).faults
        }
        #expect(faults == [[.reorder, .delay], [.repeat, .unknownPath, .delay]])
        var subscriptions = FaultDraw(
            FaultPlan(rules: [FaultRule(.noRefresh), FaultRule(.delay)]),
            number: FaultDraw.subscriptions, startSeconds: 0, nowSeconds: 0)
        #expect(subscriptions.strikes(.noRefresh, at: 0) != nil)
        #expect(subscriptions.fate(ofFrame: 10, at: 0).faults.isEmpty)
    }
}
