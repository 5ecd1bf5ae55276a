import Testing

@testable import OddsPlatform

/// Platform contract, sections 9 and 14: how members of a request's body are read.
@Suite struct JSONReaderTests {
    @Test(arguments: [
        (#"{"name":"NAME\u0000x"}"#, "name"), (#"{"name":"\u0000"}"#, "name"),
        (#"{"a":{"b":[1,"x",{"c":"\u0000"}]}}"#, "a.b[2].c"),
        (#"{"a":[[],["\u0000"]]}"#, "a[1][0]"), (#"{"a\u0000":1}"#, "the name of a member"),
        (#"{"a":{"\u0000":null}}"#, "a.the name of a member"),
    ]) func textWithU0000IsRefusedWhereverItIs(_ json: String, _ place: String) throws {
        let refusal = #expect(throws: Refusal.self) { try reader(json) }
        #expect(refusal?.status == 400)
        #expect(refusal?.message == "\(place): has U+0000, which no text may have")
    }

    @Test func otherControlCharactersAndThatEscapeAsTextAreRead() throws {
        let body = try reader(#"{"a":"\u0001\u001f","b":"\\u0000","c":"0"}"#)
        #expect(try body.text("a") == "\u{1}\u{1F}")
        #expect(try body.text("b") == #"\u0000"#)
    }

    /// Until now the database cut it off: `NAME` logged in.
    @Test func nameWithU0000BehindItLogsNobodyIn() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let code = try await code {
            let body = try reader(
                #"{"username":"\#(player.username)\u0000x","password":"\#(player.password)"}"#)
            _ = try await test.platform.login(
                username: body.text("username"), password: body.text("password"))
        }
        #expect(code == "400 -")
    }
}
