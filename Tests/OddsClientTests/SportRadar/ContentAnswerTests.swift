import Testing

@testable import OddsClient

/// §3.1, §3.3 of the wire, and §7 of the platform.
@Suite struct ContentAnswerTests {
    private func answer(
        _ status: Int, _ body: String = "", retryAfter: String? = nil
    ) -> ContentAnswer {
        ContentAnswer(
            ContentResponse(status: status, retryAfter: retryAfter, body: Array(body.utf8)),
            retryAfterMax: .seconds(10))
    }

    @Test("Any 2xx accepts, whatever the body", arguments: [200, 201, 204, 299])
    func accepted(status: Int) {
        #expect(answer(status, #"{"errorType":"CONTENT_NOT_FOUND"}"#) == .accepted)
    }

    @Test("400 refuses with its type", arguments: ["CONTENT_TYPE_NOT_FOUND", "CONTENT_NOT_FOUND"])
    func refused(type: String) {
        #expect(
            answer(400, #"{"errorType":"\#(type)"}"#)
                == .refused(.refused(error: type, description: "HTTP 400")))
    }

    @Test("An unknown subscriber is one only with 404")
    func unknownSubscriber() {
        let body = #"{"errorType":"SUBSCRIBER_NOT_FOUND","data":["s-1"]}"#
        #expect(answer(404, body) == .unknownSubscriber)
        #expect(
            answer(400, body)
                == .refused(.refused(error: "SUBSCRIBER_NOT_FOUND", description: "HTTP 400")))
        #expect(answer(404, "no") == .refused(.refused(error: "HTTP 404", description: "")))
    }

    @Test("The server's failures may be tried again", arguments: [500, 502, 503, 504])
    func failed(status: Int) {
        #expect(
            answer(status, "<html>")
                == .failed(.refused(error: "HTTP \(status)", description: "")))
    }

    @Test("Other statuses are not tried again", arguments: [100, 302, 401, 403, 409, 501, 505])
    func other(status: Int) {
        #expect(answer(status) == .refused(.refused(error: "HTTP \(status)", description: "")))
    }

    @Test("429 is tried again after its time, if it has one that is not too long", arguments: [
        ("0", true), ("10", true), ("11", false), ("-1", false), ("soon", false), (nil, false),
    ] as [(String?, Bool)])
    func delayed(retryAfter: String?, isObeyed: Bool) {
        let error = ClientError.refused(error: "HTTP 429", description: "")
        let seconds = retryAfter.flatMap { Int($0) } ?? 0
        #expect(
            answer(429, retryAfter: retryAfter)
                == (isObeyed ? .delayed(error, .seconds(seconds)) : .refused(error)))
    }
}
