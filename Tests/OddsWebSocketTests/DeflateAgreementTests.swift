import NIOHTTP1
import Testing

@testable import OddsWebSocket

@Suite struct DeflateAgreementTests {
    private static func headers(_ value: String) -> HTTPHeaders {
        [WebSocketCompression.headerName: value]
    }

    @Test("A server answers what the offer allows (RFC 7692, §7.1)", arguments: [
        ("permessage-deflate", "permessage-deflate"),
        ("permessage-deflate; client_max_window_bits", "permessage-deflate"),
        ("permessage-deflate; client_max_window_bits=10",
            "permessage-deflate; client_max_window_bits=10"),
        ("permessage-deflate;server_max_window_bits=8 ; server_no_context_takeover",
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=8"),
        ("permessage-deflate; client_no_context_takeover; server_max_window_bits=\"12\"",
            "permessage-deflate; client_no_context_takeover; server_max_window_bits=12"),
        ("x-other; a=1, permessage-deflate; unknown, permessage-deflate; server_max_window_bits=9",
            "permessage-deflate; server_max_window_bits=9"),
    ])
    func accepted(offer: String, answer: String) {
        #expect(DeflateAgreement.accepting(Self.headers(offer), .takeover)?.answer == answer)
    }

    @Test("Offers with illegal parameters are declined", arguments: [
        "x-webkit-deflate-frame", "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=7",
        "permessage-deflate; server_max_window_bits=16",
        "permessage-deflate; server_max_window_bits=09",
        "permessage-deflate; client_max_window_bits=x", "permessage-deflate; x=1",
        "permessage-deflate; server_no_context_takeover=1", "permessage-deflate;",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
    ])
    func declined(offer: String) {
        #expect(DeflateAgreement.accepting(Self.headers(offer), .takeover) == nil)
    }

    @Test("A server without takeover asks for none of either end")
    func noTakeover() throws {
        let (agreement, answer) = try #require(
            DeflateAgreement.accepting(Self.headers("permessage-deflate"), .noTakeover))
        let expected = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        #expect(answer == expected)
        #expect(agreement.server.sharesMessages && !agreement.client.keepsContext)
    }

    @Test("What a client offers, a server accepts, and both agree", arguments:
        WebSocketCompression.allCases, WebSocketCompression.allCases)
    func bothEnds(client: WebSocketCompression, server: WebSocketCompression) throws {
        let offer = DeflateAgreement.offer(client)
        let (agreement, answer) = try #require(
            DeflateAgreement.accepting(Self.headers(offer), server))
        #expect(try DeflateAgreement.answered(by: Self.headers(answer), to: client) == agreement)
    }

    @Test("A server that does not compress is no failure")
    func noAnswer() throws {
        #expect(try DeflateAgreement.answered(by: [:], to: .takeover) == nil)
    }

    @Test("A client refuses an answer to what it did not offer", arguments: [
        "x-other", "permessage-deflate; unknown", "permessage-deflate; client_max_window_bits",
        "permessage-deflate; server_max_window_bits=16", "permessage-deflate, permessage-deflate",
    ])
    func foreignAnswer(answer: String) {
        #expect(throws: DeflateDisagreement.self) {
            try DeflateAgreement.answered(by: Self.headers(answer), to: .takeover)
        }
    }

    @Test("A client that offered nothing, or no takeover, gets just that")
    func unwantedAnswer() {
        for offered in [nil, WebSocketCompression.noTakeover] {
            #expect(throws: DeflateDisagreement.self) {
                try DeflateAgreement.answered(
                    by: Self.headers("permessage-deflate"), to: offered)
            }
        }
    }
}
