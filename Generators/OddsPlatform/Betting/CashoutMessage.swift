import OddsBetting
import OddsJSON

/// A message of a stream of cashout values.
package enum CashoutMessage: Equatable, Sendable {
    /// The first message of a stream: nothing is cashed out automatically.
    case rule(bet: Int64)
    /// The value, which is absent while there is none.
    case value(Value)
    /// Nothing; it keeps the connection open.
    case keepAlive

    /// The cashout value of a bet.
    package struct Value: Equatable, Sendable {
        let bet: Int64
        let value: Money?
        let potentialReturn: Money
        let stake: Money
    }

    /// The message as clients get it; `nil` for one without content.
    package var json: [UInt8]? {
        switch self {
        case .rule(let bet):
            let rule: JSONValue = [
                "messageType": "AUTOCASHOUT_RULE", "betId": "b-\(bet)", "autoCashOutEnabled": false,
            ]
            return rule.json
        case .value(let value): return value.content.json
        case .keepAlive: return nil
        }
    }
}

extension CashoutMessage.Value {
    fileprivate var content: JSONValue {
        let details: JSONValue =
            value == nil
            ? ["code": 103, "message": "No current odds"] : ["code": 100, "message": "Success"]
        return [
            "messageType": "CASHOUT_VALUE", "betId": "b-\(bet)",
            "cashoutValue": value?.json ?? .null, "currentPossibleWinning": potentialReturn.json,
            "stake": stake.json, "autoCashOutEnabled": false,
            "partialCashOutEnabled": .bool(value != nil), "details": details,
            "cashoutValueSettings": [
                "autoCashOutEnabled": .null, "partialCashOutEnabled": .bool(value != nil),
                "covValidationAcceptHigher": true, "covValidationAcceptLower": false,
            ],
        ]
    }
}
