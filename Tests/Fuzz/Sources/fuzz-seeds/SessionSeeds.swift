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
