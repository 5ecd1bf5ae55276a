import Foundation
import OddsJSON

/// Reads values of requests' bodies.
enum RequestJSON {
    /// Odds that a request may set: what a screen has room for.
    static let priceRange = 101...100_000

    /// - Throws: `Refusal` that says where the text is not JSON.
    static func value(_ body: [UInt8]) throws(Refusal) -> JSONValue {
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try JSONValue(json: bytes) }
        }
        switch result {
        case .success(let value): return value
        case .failure(let error):
            throw Refusal(.notJSON, "the body is not JSON: \(error.what) at byte \(error.offset)")
        }
    }

    static func isAbsent(_ json: JSONValue?) -> Bool { json == nil || json == .null }

    /// `nil` for all but an integer of the range.
    static func integer(_ json: JSONValue?, in range: ClosedRange<Int>) -> Int? {
        guard case .number(let text) = json, let number = Int(text), range.contains(number) else {
            return nil
        }
        return number
    }

    /// A price, exact to the hundredth.
    static func price(
        _ json: JSONValue, _ member: String, _ place: String
    ) throws(Refusal) -> Price {
        guard case .number(let text) = json[member], let odds = Double(text),
            (0..<1e6).contains(odds),
            case let hundredths = (odds * 100).rounded(),
            abs(odds * 100 - hundredths) < 1e-6, priceRange.contains(Int(hundredths))
        else {
            throw Refusal(
                .wrongShape,
                "\(place): \"\(member)\" must be odds from 1.01 to 1000 with at most two decimals")
        }
        return Price(hundredths: Int(hundredths))
    }
}
