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

    /// The code of a refusal of an account's request.
    func code() throws -> JSONValue? { try json()["thirdPartyResponse"]?["errorCode"] }
}

extension RunningPlatform {
    /// Sends a request over HTTP to the port of accounts.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, session: String? = nil,
        type: String = "application/json", headers: [(String, String)] = []
    ) async throws -> TestAnswer {
        let fields = (session.map { [("X-SessionId", $0)] } ?? []) + headers
        return try await Self.ask(
            method, url + path, body.map { Array($0.utf8) }, type: type, headers: fields)
    }

    /// Sends a request over HTTP.
    static func ask(
        _ method: String, _ url: String, _ body: [UInt8]?, type: String = "application/json",
        headers: [(String, String)]
    ) async throws -> TestAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .RAW(value: method)
        if let body {
            request.body = .bytes(ByteBuffer(bytes: body))
            request.headers.add(name: "Content-Type", value: type)
        }
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

    /// A player with money who is logged in.
    func makeSession(balance: String = "50.00") async throws -> (player: Player, session: String) {
        let player = try #require(try await makePlayers(1, balance: balance).first)
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

extension JSONValue {
    /// An element of an array; `nil` if it has none of that index, or is no array.
    subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

struct UnexpectedAnswer: Error {
    let text: String
}
