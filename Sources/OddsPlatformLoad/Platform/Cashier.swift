import Foundation
import ServicesProvider

/// The cashier's page, as a player uses it in a web view: confirms an amount.
struct Cashier: Sendable {
    let transport: any HTTPTransport

    /// How often a confirmation is sent that gets no answer; the page makes one payment,
    /// however often it is asked to.
    private static let attemptsMax = 3
    private static let pause = Duration.milliseconds(200)
    private static let timeLimit = Duration.seconds(10)

    /// What became of a confirmation.
    enum Outcome: Equatable, Sendable {
        /// The payment is completed.
        case completed(transaction: String)
        /// No money has moved.
        case refused(status: Int)
        /// Nobody knows.
        case unanswered
    }

    private struct Answer: Decodable {
        let transactionId: String
    }

    /// Confirms a deposit.
    ///
    /// - Parameters:
    ///   - cents: The amount, in minor units.
    ///   - url: The page.
    func confirm(cents: Int, at url: String) async -> Outcome {
        let body = #"{"amount":"\#(Cents.text(cents))","outcome":"complete"}"#
        let request = HTTPTransportRequest(
            method: .post, url: url, headers: [(name: "Content-Type", value: "application/json")],
            body: Array(body.utf8), timeLimit: Self.timeLimit)
        for attempt in 1...Self.attemptsMax {
            if let response = try? await transport.send(request), response.status < 500 {
                guard 200...299 ~= response.status else {
                    return .refused(status: response.status)
                }
                let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
                if let answer { return .completed(transaction: answer.transactionId) }
            }
            guard attempt < Self.attemptsMax, !Task.isCancelled else { break }
            try? await Task.sleep(for: Self.pause)
        }
        return .unanswered
    }
}

/// Amounts in minor units, of which a major one has a hundred.
enum Cents {
    /// `12.34`.
    static func text(_ cents: Int) -> String {
        let digits = "\(abs(cents) % 100)"
        return (cents < 0 ? "-" : "") + "\(abs(cents) / 100)."
            + (digits.count == 1 ? "0" : "") + digits
    }

    /// The minor units of an exact amount; `nil` if it has parts of one.
    static func of(_ amount: Decimal) -> Int? {
        let cents = amount * 100
        let whole = NSDecimalNumber(decimal: cents).intValue
        return Decimal(whole) == cents ? whole : nil
    }
}
