/// Whole sessions as clients and servers conduct them, including quirks.
enum SessionSeeds {
    static let wamp: [(name: String, messages: [String])] = [
        ("client", [
            #"[1,"realm",{"roles":{"caller":{},"subscriber":{},"publisher":{}}}]"#,
            #"[32,2,{},"/sessionStateChange"]"#, #"[64,3,{},"\/sports\/1\/en\/7\/match-odds"]"#,
            #"[64,4,{},"/t"]"#, #"[64,5,{},"/t"]"#, #"[64,6,{},"/t"]"#,
            #"[48,7,{},"/sports#initialDump",[],{"topic":"/t"}]"#, #"[70,2,{}]"#, "[66,8,2]",
            "[34,9,1]", #"[8,68,1,{},"wamp.error.x",[],{"desc":"\u00e9"}]"#,
            #"[6,{},"wamp.error.close_realm"]"#,
        ]),
        ("server", [
            #"[2,9007199254740992,{"roles":{"broker":{},"dealer":{}}}]"#, "[33,2,1]", "[65,1,2]",
            #"[50,4,{},[],{"version":"1","messageType":"INITIAL_DUMP","records":[]}]"#,
            #"[68,1,2,{},[],{"version":"2","messageType":"UPDATE","records":[]}]"#,
            #"[68, 2, 2, {"_intended_ns":77}, [], {"records":[{"a":[1,null,"x"]}]}]"#,
            "[35,2]", "[67,3]", #"[8,64,1,{},"wamp.no.backend",[],{"desc":"later"}]"#,
            #"[6,{},"wamp.close.system_shutdown"]"#,
        ]),
        ("challenge", [#"[4,"wampcra",{"challenge":"x"}]"#, #"[5,"signature",{}]"#]),
        ("abort", [#"[3,{"message":"no"},"wamp.error.no_such_realm"]"#, "[1]", "[99]", "{}"]),
    ]

    /// What an edge and an agent get over NATS: a letter for the kind of message, headers, an
    /// empty line, the payload.
    static let fleet: [(name: String, messages: [String])] = [
        ("edge", [
            frame(2), dump(1), frame(3), frame(5), frame(4, "1/2"), frame(4, "2/2"), beat(6),
            frame(6), frame(1, epoch: 8), dump(0, epoch: 8), beat(1, epoch: 8),
        ]),
        ("dump in parts", [dump(3, "2/2"), dump(3, "1/2"), frame(4), frame(6), beat(9)]),
        ("refusal", ["DOdds-Request: r\nOdds-Refused: no such topic\n\n", frame(1)]),
        ("answers", [
            "AOdds-Status: 200\nOdds-Bytes: 2\nOdds-Part: 1/2\n\n{",
            "AOdds-Status: 200\nOdds-Bytes: 2\nOdds-Part: 2/2\n\n}",
            "T\n" + #"{"schema":"oddsbench.fleet-time-request/1","number":7}"#,
            "T\n" + #"{"schema":"oddsbench.fleet-time/1","number":7,"epoch":7,"nanoseconds":1,"#
                + #""boot":"b-1"}"#,
        ]),
        ("topics", [
            "L\n" + #"{"schema":"oddsbench.fleet-topics/1","topics":["%2Ft","a"]}"#,
            "L\n" + #"{"schema":"oddsbench.fleet-topics/1","topics":[]}"#,
        ]),
        ("names", ["N\n/sports/1/en", "N\n%2Fsports%2F1", "N\nmain", "N\n%C3%A9"]),
    ]

    private static func frame(_ number: Int, _ part: String? = nil, epoch: Int = 7) -> String {
        "FOdds-Epoch: \(epoch)\nOdds-Frame: \(number)\nOdds-Version: 9\nOdds-Records: 1\n"
            + "Odds-Due: 77\n" + (part.map { "Odds-Part: \($0)\n" } ?? "") + "\n{}"
    }

    private static func dump(_ number: Int, _ part: String? = nil, epoch: Int = 7) -> String {
        "DOdds-Epoch: \(epoch)\nOdds-Frame: \(number)\nOdds-Bytes: \(part == nil ? 2 : 4)\n"
            + "Odds-Digest: \(String(repeating: "0", count: 64))\nOdds-Request: r\n"
            + (part.map { "Odds-Part: \($0)\n" } ?? "") + "\n{}"
    }

    private static func beat(_ number: Int, epoch: Int = 7) -> String {
        "B\n" + #"{"schema":"oddsbench.fleet-beat/1","epoch":\#(epoch),"nanoseconds":77,"#
            + #""paused":false,"boot":"b-1","part":1,"parts":1,"numbers":{"%2Ft":\#(number)}}"#
    }

    /// Frames of a client (masked with zeros) and of a server.
    static let webSocket: [(name: String, bytes: [UInt8])] = [
        ("client", frames(masked: true)), ("server", frames(masked: false)),
        ("client-deflated", deflated(masked: true)), ("server-deflated", deflated(masked: false)),
        ("reserved", [0xC1, 0x80, 0, 0, 0, 0, 0x83, 0x80, 0, 0, 0, 0]),
        ("lengths", [0x82, 0xFE, 0, 2, 1, 2, 3, 4, 5, 6, 0x82, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1]),
    ]

    /// "Hello" in the ways of RFC 7692, §7.2.3: whole, in fragments, with the
    /// context of the ones before, not compressed, with a block that is the last.
    private static func deflated(masked: Bool) -> [UInt8] {
        frames([
            (0xC1, [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]), (0x41, [0xF2, 0x48, 0xCD]),
            (0x80, [0xC9, 0xC9, 0x07, 0x00]), (0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00]),
            (0xC2, [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]),
            (0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
        ], masked: masked)
    }

    private static func frames(masked: Bool) -> [UInt8] {
        frames([
            (0x81, Array("text".utf8)), (0x01, [0xC3]), (0x89, [1, 2]), (0x00, []), (0x80, [0xA9]),
            (0x82, [0xFF, 0]), (0x8A, []), (0x88, [3, 0xE8, 0x62]),
        ], masked: masked)
    }

    private static func frames(
        _ frames: [(head: UInt8, data: [UInt8])], masked: Bool
    ) -> [UInt8] {
        frames.flatMap { head, data in
            [head, UInt8(data.count) | (masked ? 0x80 : 0)] + (masked ? [0, 0, 0, 0] : []) + data
        }
    }
}
