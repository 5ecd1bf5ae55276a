import Foundation
import Testing

@testable import OddsLive

/// The DevTools protocol against scripted texts of a browser.
@Suite struct DevToolsTests {
    private struct Version: Decodable, Equatable {
        let product: String
    }

    private static func data(_ text: String) -> Data { Data(text.utf8) }

    private static func calls(_ methods: String...) -> DevToolsCalls<String> {
        var calls = DevToolsCalls<String>()
        for method in methods {
            #expect(calls.wait(for: calls.nextID(), method: method, method) == nil)
        }
        return calls
    }

    @Test func commandsHaveNumberMethodAndSession() throws {
        let text = try DevToolsMessage.command(
            id: 7, method: "Page.navigate", session: "S", ["url": "http://x/"])
        let json = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        #expect(json["id"] as? Int == 7 && json["method"] as? String == "Page.navigate")
        #expect(json["sessionId"] as? String == "S")
        #expect(json["params"] as? [String: String] == ["url": "http://x/"])
        let other = try DevToolsMessage.command(
            id: 8, method: "Browser.getVersion", session: nil, DevToolsNothing())
        #expect(!String(decoding: other, as: UTF8.self).contains("sessionId"))
    }

    /// Answers come in any order, between events.
    @Test func answersGoToWhoAsked() throws {
        var calls = Self.calls("A", "B", "C")
        #expect(calls.receive(Self.data(#"{"method":"Target.targetCreated","params":{}}"#)) == nil)
        let third = calls.receive(Self.data(#"{"id":3,"result":{"product":"Chrome/1"}}"#))
        #expect(third?.waiter == "C")
        let version = try DevToolsMessage.result(
            Version.self, of: try #require(try third?.result.get()))
        #expect(version == Version(product: "Chrome/1"))
        let first = calls.receive(Self.data(#"{"id":1,"sessionId":"S","result":{}}"#))
        #expect(first?.waiter == "A")
        // Nobody waits for these.
        #expect(calls.receive(Self.data(#"{"id":1,"result":{}}"#)) == nil)
        #expect(calls.receive(Self.data(#"{"id":99,"result":{}}"#)) == nil)
        #expect(calls.receive(Self.data("no JSON")) == nil)
        #expect(calls.receive(Self.data("{}")) == nil)
        #expect(calls.endAll().map(\.waiter) == ["B"])
    }

    @Test func refusalsNameTheMethod() throws {
        var calls = Self.calls("Page.navigate")
        let refusal = calls.receive(
            Self.data(#"{"id":1,"error":{"code":-32000,"message":"Cannot navigate"}}"#))
        guard case .failure(let error)? = refusal?.result else {
            Issue.record("no refusal")
            return
        }
        #expect(error == .refused(method: "Page.navigate", reason: "Cannot navigate"))
        #expect(error.description == "the browser refuses Page.navigate: Cannot navigate")
    }

    @Test func theEndOfTheConnectionEndsAllWaits() {
        var calls = Self.calls("A", "B")
        let outcomes = calls.endAll()
        #expect(outcomes.map(\.waiter) == ["A", "B"])
        for outcome in outcomes {
            guard case .failure(.ended) = outcome.result else {
                Issue.record("not ended")
                continue
            }
        }
        let late = calls.wait(for: calls.nextID(), method: "C", "C")
        #expect(late?.waiter == "C" && calls.hasEnded)
        #expect(calls.endAll().isEmpty)
    }

    @Test func aWaitIsGivenUpOnce() {
        var calls = Self.calls("A")
        let limit = Duration.seconds(1)
        let outcome = calls.giveUp(1) { .tooLate(method: $0, limit: limit) }
        guard case .failure(let error)? = outcome?.result else {
            Issue.record("not given up")
            return
        }
        #expect(error == .tooLate(method: "A", limit: limit))
        #expect(calls.giveUp(1) { _ in .ended } == nil)
        #expect(calls.receive(Self.data(#"{"id":1,"result":{}}"#)) == nil)
    }

    @Test func anAnswerOfAnotherShapeIsExplained() {
        let error = #expect(throws: DevToolsError.self) {
            try DevToolsMessage.result(
                Version.self, of: Self.data(#"{"id":1,"result":{"product":7}}"#))
        }
        #expect(
            error?.description
                == "the browser's answer cannot be read: result.product is not a String")
    }

    /// What a page does wrong is kept, by page, and no more than the first of it.
    @Test func problemsOfPagesAreKept() {
        var calls = DevToolsCalls<String>()
        func tell(_ session: String, _ method: String, _ parameters: String) {
            _ = calls.receive(
                Self.data(
                    #"{"sessionId":"\#(session)","method":"\#(method)","params":\#(parameters)}"#))
        }
        tell(
            "S", "Runtime.exceptionThrown",
            #"{"exceptionDetails":{"text":"Uncaught","exception":"#
                + #"{"description":"Error: no odds\n    at main.js:1"}}}"#)
        tell(
            "S", "Runtime.consoleAPICalled",
            #"{"type":"warning","args":[{"description":"slow"},{"value":3}]}"#)
        tell("S", "Runtime.consoleAPICalled", #"{"type":"log","args":[]}"#)
        tell("S", "Log.entryAdded", #"{"entry":{"level":"error","text":"404"}}"#)
        tell("S", "Log.entryAdded", #"{"entry":{"level":"info","text":"fine"}}"#)
        tell("S", "Page.loadEventFired", "{}")
        tell("T", "Inspector.targetCrashed", "{}")
        #expect(calls.takeProblems(of: "S") == [
            "Error: no odds", "console warning: slow", "error: 404",
        ])
        #expect(calls.takeProblems(of: "S").isEmpty)
        #expect(calls.takeProblems(of: "T") == ["the page has crashed"])
        for _ in 0..<50 { tell("S", "Inspector.targetCrashed", "{}") }
        #expect(calls.takeProblems(of: "S").count == 20)
    }

    @Test func theBrowserSaysWhereItListens() {
        let line = "DevTools listening on ws://127.0.0.1:41/devtools/browser/a-b \n"
        #expect(Browser.address(in: line) == "ws://127.0.0.1:41/devtools/browser/a-b")
        #expect(Browser.address(in: "[1:2:ERROR] something else") == nil)
    }

    @Test func aMissingBrowserIsExplained() throws {
        let error = #expect(throws: (any Error).self) {
            try Browser.program(nil, path: "/none:/nowhere")
        }
        #expect("\(error!)".contains("apt-get install chromium"))
        #expect(throws: (any Error).self) { try Browser.program("/none/chromium") }
        #expect(try Browser.program("/bin/sh") == "/bin/sh")
        #expect(try Browser.program(nil, path: "/nowhere:/usr/bin").hasPrefix("/usr/bin/"))
    }
}
