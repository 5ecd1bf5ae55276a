import AsyncHTTPClient
import Foundation
import NIOCore
import ServicesProvider

/// What the player does on the cashier's page.
func pay(_ view: CashierWebView, _ amount: String, _ outcome: String) async throws
    -> String
{
    var request = HTTPClientRequest(url: view.url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(
        ByteBuffer(string: #"{"amount":"\#(amount)","outcome":"\#(outcome)"}"#))
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 16)
    struct Made: Decodable { let transactionId: String }
    return try JSONDecoder().decode(Made.self, from: Data(body.readableBytesView)).transactionId
}
