import AsyncHTTPClient
import NIOCore
import OddsJSON
import PlatformFixture
import Testing

/// An answer of the platform.
struct TestAnswer {
    let status: Int
    let headers: [String: String]
    let text: String

    func json() throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(json: $0) }
    }

    /// The code of a refusal.
    func code() throws -> JSONValue? { try json()["thirdPartyResponse"]?["errorCode"] }
}

extension RunningPlatform {
    /// Sends a request over HTTP.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, session: String? = nil,
        type: String = "application/json", headers: [(String, String)] = []
    ) async throws -> TestAnswer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .RAW(value: method)
        if let body {
            request.body = .bytes(ByteBuffer(string: body))
            request.headers.add(name: "Content-Type", value: type)
        }
        if let session { request.headers.add(name: "X-SessionId", value: session) }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return TestAnswer(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { $0 + ", " + $1 }),
            text: String(buffer: bytes))
    }

    /// Logs in, and returns the session.
    func login(_ player: Player) async throws -> String {
        let answer = try await ask(
            "POST", "/v1/player/legislation/login",
            #"{"username":"\#(player.username)","password":"\#(player.password)"}"#)
        guard case .string(let session) = try answer.json()["sessionId"] else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return session
    }

    /// A player with 50.00 who is logged in.
    func makeSession() async throws -> (player: Player, session: String) {
        let player = try #require(try await makePlayers(1, balance: "50.00").first)
        return (player, try await login(player))
    }

    /// Begins a session at the cashier, and returns its path.
    func cashier(
        _ player: Player, _ session: String, _ type: String = "Deposit",
        successURL: String = "https://app.example/s"
    ) async throws -> String {
        let answer = try await ask(
            "POST", "/v1/player/\(player.id)/payment/GetPaymentSession",
            """
            {"Type":"\(type)","SuccessUrl":"\(successURL)","CancelUrl":"javascript:alert(1)",\
            "FailUrl":"https://app.example/f?a=1&b=\\"<x>"}
            """, session: session)
        guard case .string(let address) = try answer.json()["CashierInfo"]?["Url"],
            address.hasPrefix(url)
        else { throw UnexpectedAnswer(text: answer.text) }
        return String(address.dropFirst(url.count))
    }
}

struct UnexpectedAnswer: Error {
    let text: String
}
