import Testing

@testable import OddsWAMP

@Suite struct FrameCarrierTests {
    private func carrier(_ text: String) -> WAMPFrameCarrier? {
        Array(text.utf8).withUnsafeBytes { WAMPFrameCarrier($0) }
    }

    private func damaged(_ text: String) -> WAMPFrameCarrier? {
        Array(text.utf8).withUnsafeBytes { WAMPFrameCarrier(damaged: $0) }
    }

    @Test("A frame is the keyword arguments, or the only positional one", arguments: [
        (#"[],{"a":1}"#, #"{"a":1}"#), (#"[7],{"a":1}"#, #"{"a":1}"#),
        (#"[{"a":1}]"#, #"{"a":1}"#), (#"[{"a":1}],{}"#, #"{"a":1}"#),
        (#"[{"a":1}], { } "#, #"{"a":1}"#), (#"[{"a":1},2],{}"#, "{}"),
        (#"["x"],{}"#, "{}"), ("[],{}", "{}"), (#"[],{"a":1},"more""#, #"{"a":1}"#),
        (#"[],{"a":1},{"more":2}"#, #"{"a":1}"#), (#"[{"a":1}],{},3"#, #"{"a":1}"#),
        (#"[],{"a":"#, #"{"a":"#),
    ] as [(String, String)])
    func frame(arguments: String, frame: String) {
        let invocation = carrier(#"[68, 1, 7, {"procedure":"/a"}, \#(arguments)]"#)
        #expect(invocation?.request == 1 && invocation?.registration == 7)
        #expect(invocation?.frame == Array(frame.utf8))
        let result = carrier("[50,2,{},\(arguments)]")
        #expect(result?.request == 2 && result?.registration == nil)
        #expect(result?.frame == Array(frame.utf8))
    }

    @Test("Other messages, and those without arguments, carry none", arguments: [
        "", "[]", "[68]", "[68,1,7,{}]", "[68,1,7,{},[]]", "[68,1,7,{},[1]]", "[50,1,{}]",
        "[36,1,7,{},[],{}]",
        #"[68,1,"7",{},[],{}]"#, "[68,1,7,[],[],{}]", "{}",
    ])
    func none(text: String) { #expect(carrier(text) == nil) }

    @Test("Of a damaged message the addressee is read, if it is there", arguments: [
        (#"[68,1,7,{},[],{"a"#, 7), ("[68,1,7,", 7), ("[68,1,7", nil), ("[68,1,x,{}", nil),
    ] as [(String, WAMPID?)])
    func addressee(text: String, registration: WAMPID?) {
        #expect(damaged(text)?.registration == registration)
        #expect(damaged(text)?.frame == registration.map { _ in Array(text.utf8) })
    }

    @Test("A damaged RESULT is that of its request")
    func damagedResult() {
        #expect(damaged(#"[50,2,{},[],{"#)?.request == 2)
        #expect(damaged("[36,2,{},[") == nil)
    }
}
