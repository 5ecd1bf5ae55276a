import OddsJSON
import OddsServer
import OddsSimulator
import Testing

/// An element of a list: of which page, and which events it adds, removes or shows.
private struct ListElement {
    let page: String?
    let type: String?
    private(set) var events: Set<String> = []

    init(_ element: JSONValue) {
        page = element["contentId"]?["id"]?.text
        type = element["changeType"]?.text
        if case .array(let whole) = element["change"] {
            events = Set(whole.compactMap { $0["idfoevent"]?.text })
        } else if let path = element["path"]?.text?.wholeMatch(of: #/\[idfoevent=([^\]]+)\]/#) {
            events = [String(path.1)]
        }
    }
}

extension ClientServerTests {
    /// §2 and §3 of the wire, as the simulator's server has them.
    @Suite struct ContentServerTests {
        private let page = "liveDataSummaryAdvancedListBySportType/FBL/0"

        @Test("§2.1, §2.3: a socket gets an id, a later one the same, and the older one ends")
        func opening() async throws {
            try await ContentScene.run { scene in
                var first = try await RawSocket(scene)
                let id = try await first.listen()
                #expect(!id.isEmpty)
                var second = try await RawSocket(scene)
                let answer = try await second.listen(as: id)
                #expect(answer["notificationType"]?.text == "LISTENING_STARTED")
                #expect(answer["data"]?.text == id)
                #expect(try await first.read() == nil)
                var other = try await RawSocket(scene)
                #expect(try await other.listen() != id)
                #expect(scene.server.metrics.value(of: .subscribers) == 2)
                await second.close()
                await other.close()
            }
        }

        @Test("§2.4: an unknown id is told so, and the socket takes another one")
        func unknownSubscriber() async throws {
            try await ContentScene.run { scene in
                var socket = try await RawSocket(scene)
                let answer = try await socket.listen(as: "s-4f1c")
                #expect(answer["errorType"]?.text == "SUBSCRIBER_NOT_FOUND")
                #expect(answer["data"] == ["s-4f1c"])
                let id = try await socket.listen()
                #expect(id != "s-4f1c")
                await socket.close()
            }
        }

        @Test("A message that names no subscriber is told so, and ends the socket", arguments: [
            "hello", "[]", #"{"subscriberId":7}"#, #"{"subscriberId":null"#,
        ])
        func badMessage(text: String) async throws {
            try await ContentScene.run { scene in
                var socket = try await RawSocket(scene)
                let answer = try await socket.say(text)
                #expect(answer["errorType"]?.text == "BAD_REQUEST")
                #expect(answer["message"]?.text?.isEmpty == false)
                #expect(try await socket.read() == nil)
            }
        }

        @Test("§2.3: a subscriber is kept as long as --subscriber-life says, with its contents")
        func subscriberLife() async throws {
            try await ContentScene.run { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                let answer = try await scene.post("subscribe", page, subscriber: id)
                #expect(answer.status == 200 && answer.body == Array("{}".utf8))
                await socket.close()
                var again = try await RawSocket(scene)
                #expect(try await again.listen(as: id)["data"]?.text == id)
                // Changes, and no REFRESHED before.
                let elements = try await again.readElements()
                #expect(elements.allSatisfy { $0["changeType"]?.text != "REFRESHED" })
                await again.close()
            }
            try await ContentScene.run({ $0.subscriberLifeMilliseconds = 0 }) { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                await socket.close()
                try await eventually { scene.server.metrics.value(of: .subscribersForgotten) == 1 }
                let answer = try await scene.post("unsubscribe", page, subscriber: id)
                #expect(answer.status == 404)
                let body = try RawSocket.json(answer.body)
                #expect(body["errorType"]?.text == "SUBSCRIBER_NOT_FOUND")
                #expect(body["data"] == [.string(id)])
            }
        }

        @Test("§3.3: what is refused, and how", arguments: [
            ("subscribe", "weather/1", 400, "CONTENT_TYPE_NOT_FOUND"),
            ("subscribe", "eventSearch/a/10/0", 400, "CONTENT_TYPE_NOT_FOUND"),
            ("subscribe", "event/1.1", 400, "CONTENT_NOT_FOUND"),
            ("subscribe", "boNavigationList/web/none", 400, "CONTENT_NOT_FOUND"),
            ("get", "event/1.1", 200, "CONTENT_NOT_FOUND"),
            ("get", "weather/1", 200, "CONTENT_TYPE_NOT_FOUND"),
            ("get", nil, 400, "BAD_REQUEST"), ("subscribe", nil, 400, "BAD_REQUEST"),
            ("forget", "event/1.1", 404, "NOT_FOUND"),
        ] as [(String, String?, Int, String)])
        func refusals(name: String, content: String?, status: Int, error: String) async throws {
            try await ContentScene.run { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                let answer = try await scene.post(name, content, subscriber: id)
                #expect(answer.status == status)
                let body = try RawSocket.json(answer.body)
                #expect(body["errorType"]?.text == error && body["message"]?.text != "")
                await socket.close()
            }
        }

        @Test("§3.2: subscribing again comes whole again; unsubscribing what is not there is 200")
        func twice() async throws {
            try await ContentScene.run { scene in
                _ = try await scene.server.pause()
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                for name in ["unsubscribe", "subscribe", "subscribe"] {
                    #expect(try await scene.post(name, page, subscriber: id).status == 200)
                }
                var wholes: [JSONValue] = []
                for _ in 0..<2 { wholes += try await socket.readElements() }
                #expect(wholes.count == 2 && wholes[0] == wholes[1])
                #expect(wholes[0]["changeType"]?.text == "REFRESHED")
                _ = try await scene.server.resume()
                // One copy of each change: they name what they change, and prices differ.
                var seen: [JSONValue] = []
                while seen.count < 50 { seen += try await socket.readElements() }
                #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
                #expect(try await scene.post("unsubscribe", page, subscriber: id).status == 200)
                #expect(scene.server.metrics.value(of: .registrations) == 0)
                await socket.close()
            }
        }

        @Test("§3.4: get answers what REFRESHED shows, and a version that grows")
        func get() async throws {
            try await ContentScene.run { scene in
                _ = try await scene.server.pause()
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                _ = try await scene.post("subscribe", page, subscriber: id)
                let whole = try #require(try await socket.readElements().first)
                let first = try RawSocket.json(try await scene.post("get", page).body)
                #expect(first["data"] == whole["change"])
                _ = try await scene.server.resume()
                _ = try await socket.readElements()
                let second = try RawSocket.json(try await scene.post("get", page).body)
                guard case .number(let old) = first["version"],
                    case .number(let new) = second["version"]
                else {
                    Issue.record("no versions")
                    return
                }
                #expect(try #require(Int(old)) < #require(Int(new)))
                await socket.close()
            }
        }

        @Test("§3: an event goes from page to page in one frame: added there, then removed here")
        func pages() async throws {
            try await ContentScene.run(events: 300, rate: 200, lifeCycle: 6_000) { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                let later = "liveDataSummaryAdvancedListBySportType/FBL/1"
                _ = try await scene.post("subscribe", page, subscriber: id)
                _ = try await scene.post("subscribe", later, subscriber: id)
                // Which events the later page shows.
                var shown: Set<String> = []
                var moveCount = 0
                while moveCount < 3 {
                    let elements = try await socket.readElements().map(ListElement.init)
                    var moving: Set<String> = []
                    for element in elements {
                        switch (element.page, element.type) {
                        case ("FBL/1", "REFRESHED"): shown = element.events
                        case ("FBL/1", "ADDED"): shown.formUnion(element.events)
                        case ("FBL/1", "REMOVED"):
                            shown.subtract(element.events)
                            moveCount += moving.intersection(element.events).count
                            moving.subtract(element.events)
                        case ("FBL/0", "ADDED"):
                            moving.formUnion(element.events.intersection(shown))
                        default: break
                        }
                    }
                    #expect(moving.isEmpty, "on both pages behind a frame")
                }
                await socket.close()
            }
        }

        @Test("A subscriber may have a limited number of contents")
        func limit() async throws {
            try await ContentScene.run({ $0.registrationsMax = 1 }) { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                #expect(try await scene.post("subscribe", page, subscriber: id).status == 200)
                #expect(try await scene.post("subscribe", page, subscriber: id).status == 200)
                let answer = try await scene.post(
                    "subscribe", "inplaySportListBySportType", subscriber: id)
                #expect(answer.status == 400)
                let body = try RawSocket.json(answer.body)
                #expect(body["errorType"]?.text == "TOO_MANY_CONTENTS")
                await socket.close()
            }
        }

        @Test("A client that does not read is closed, or gets its contents whole again",
            arguments: [SlowConsumerPolicy.disconnect, .resync])
        func slowClient(policy: SlowConsumerPolicy) async throws {
            try await ContentScene.run(rate: 3_000) {
                $0.queueBytesMax = 40_000
                $0.slowConsumerPolicy = policy
                $0.faults = FaultPlan(rules: [
                    FaultRule(.stall, everySeconds: 0.3, milliseconds: 400, provider: .sportRadar)
                ])
            } _: { scene in
                var socket = try await RawSocket(scene)
                let id = try await socket.listen()
                _ = try await scene.post("subscribe", page, subscriber: id)
                let metrics = scene.server.metrics
                switch policy {
                case .disconnect:
                    while try await socket.read() != nil {}
                    #expect(metrics.value(of: .slowConsumersDisconnected) == 1)
                case .resync:
                    var wholes = 0
                    while wholes < 2 {
                        wholes += try await socket.readElements()
                            .count { $0["changeType"]?.text == "REFRESHED" }
                    }
                    #expect(metrics.value(of: .slowConsumersResynced) > 0)
                    #expect(metrics.value(of: .framesDropped) > 0)
                    await socket.close()
                }
            }
        }
    }
}
