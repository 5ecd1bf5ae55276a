import OddsTestInputs
import Testing

@testable import OddsWAMP

/// A message of every type.
let everyMessage: [WAMPMessage] = {
    let details = JSONObjectText(unchecked: Array(#"{"a":[1,{"b":null}]}"#.utf8))
    let payload = WAMPPayload(
        arguments: Array(#"[1,"é"]"#.utf8), keywords: JSONObjectText(["topic": "/a\"\\/b"]))
    return [
        .hello(realm: "www.example.com", details: details),
        .welcome(session: WAMPLimits.idMax, details: details),
        .abort(details: details, reason: WAMPReason.noSuchRealm),
        .challenge(method: "ticket", extra: .empty),
        .authenticate(signature: "s\u{1}", extra: details),
        .goodbye(details: .empty, reason: WAMPReason.closeRealm),
        .error(type: 48, request: 7, details: .empty, error: "a.b", payload: payload),
        .subscribe(request: 1, options: .empty, topic: "/sessionStateChange"),
        .subscribed(request: 1, subscription: 2),
        .unsubscribe(request: 3, subscription: 2),
        .unsubscribed(request: 3),
        .call(request: 4, options: .empty, procedure: "/sports#initialDump", payload: payload),
        .result(request: 4, details: .empty, payload: .none),
        .register(request: 5, options: details, procedure: "/sports/1/en/disciplines/BOTH/BOTH"),
        .registered(request: 5, registration: 0),
        .unregister(request: 6, registration: 0),
        .unregistered(request: 6),
        .invocation(request: 8, registration: 9, details: .empty, payload: payload),
        .yield(request: 8, options: .empty, payload: WAMPPayload(arguments: Array("[]".utf8))),
    ]
}()

func decode(_ text: String) throws -> WAMPMessage { try decode(Array(text.utf8)) }

func decode(_ text: [UInt8]) throws -> WAMPMessage {
    try text.withUnsafeBytes { try WAMPMessage(json: $0) }
}

@Suite struct MessageTests {
    @Test("What is written reads back, for every type")
    func roundTrip() throws {
        #expect(Set(everyMessage.map(\.type)).count == WAMPMessageType.allCases.count)
        for message in everyMessage { #expect(try decode(message.json) == message) }
    }

    @Test("White space, escapes and escaped slashes read right")
    func spelling() throws {
        let call = try decode(
            #" [ 48 , 2 , { } , "\/sports#init\u0069alDump" , [ ] , {"topic" : "\/a"} ] "#)
        guard case .call(2, _, let procedure, let payload) = call else {
            Issue.record("\(call)")
            return
        }
        #expect(procedure == "/sports#initialDump")
        #expect(payload.keywords?.text("topic") == "/a")
    }

    @Test("A message with more elements than are known is read by those that are")
    func moreElements() throws {
        let payload = WAMPPayload(arguments: Array("[]".utf8), keywords: .empty)
        let messages =
            everyMessage.filter { $0.type != .result && $0.type != .yield } + [
                .result(request: 4, details: .empty, payload: payload),
                .yield(request: 8, options: .empty, payload: payload),
            ]
        #expect(Set(messages.map(\.type)).count == WAMPMessageType.allCases.count)
        for message in messages {
            let longer = message.json.dropLast() + Array(#","new",{"a":[1]}]"#.utf8)
            #expect(try decode(Array(longer)) == message)
        }
    }

    @Test("UNREGISTERED has details where the server ends a registration")
    func revocation() throws {
        let details = JSONObjectText(unchecked: Array(#"{"registration":7}"#.utf8))
        let message = WAMPMessage.unregistered(request: 0, details: details)
        #expect(try decode(#"[67,0,{"registration":7}]"#) == message)
        #expect(try decode(message.json) == message)
    }

    @Test("What is no message is refused with the place", arguments: [
        ("", 0, "unexpected end"), ("{}", 0, "expected '['"), ("[]", 2, "message type is missing"),
        ("[\"1\"]", 1, "message type is not an integer from 0 to 18446744073709551615"),
        ("[-1]", 1, "message type is not an integer from 0 to 18446744073709551615"),
        ("[9]", 0, "message type 9 is unknown"), ("[1,\"r\"]", 7, "details is missing"),
        ("[1,7,{}]", 3, "realm is not text"), ("[1,\"r\",[]]", 7, "details is not an object"),
        ("[64,1.0,{},\"\"]", 4, "request is not an integer from 0 to 9007199254740992"),
        ("[64,9007199254740993,{},\"\"]", 4,
            "request is not an integer from 0 to 9007199254740992"),
        ("[33,1,2]]", 8, "bytes behind the message"),
        ("[70,1,{},{}]", 9, "arguments are no array"),
        ("[70,1,{},[],[]]", 12, "keyword arguments is not an object"),
        ("[33,1,2", 7, "unexpected end"),
    ])
    func refusals(text: String, offset: Int, what: String) {
        #expect(throws: WAMPDecodingError(offset: offset, what: what)) { try decode(text) }
    }

    @Test("Messages nested as deep as the contract's frames are read, deeper ones are not")
    func depth() throws {
        let nested = { (levels: Int) in
            "[68,1,1,{},[],{\"a\":" + String(repeating: "[", count: levels)
                + String(repeating: "]", count: levels) + "}]"
        }
        // The message is not a level of its elements; the keywords are one.
        _ = try decode(nested(WAMPLimits.levelsMax - 1))
        #expect(throws: WAMPDecodingError.self) { try decode(nested(WAMPLimits.levelsMax)) }
        #expect(throws: WAMPDecodingError.self) { try decode(nested(1_000_000)) }
    }

    @Test("Members of an object are read without its escapes; the last one counts")
    func members() {
        let object = JSONObjectText(#" {"a":1,"\u0061":"x\/y","n":null} "#.utf8)
        #expect(object?.text("a") == "x/y")
        #expect(object?.value("n") == Array("null".utf8))
        #expect(object?.value("b") == nil)
        #expect(JSONObjectText("[]".utf8) == nil)
        #expect(JSONObjectText("{} {}".utf8) == nil)
    }

    @Test("Damaged messages are refused or read, and never trap", arguments: [1, 2, 3, 4])
    func fuzz(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var readCount = 0
        for _ in 0..<20_000 {
            var text = everyMessage[random.below(everyMessage.count)].json
            for _ in 0...random.below(3) { text = ByteMutation.mutate(text, using: &random) }
            if let message = try? decode(text) {
                readCount += 1
                #expect((try? decode(message.json)) == message, "seed \(seed)")
            }
            _ = text.withUnsafeBytes { WAMPEnvelopeHead($0) }
        }
        #expect(readCount > 0)
    }
}
