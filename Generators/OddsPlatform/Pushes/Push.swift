import OddsBetting
import OddsJSON

/// An event for the streams of one player.
package struct Push: Sendable {
    /// What happened.
    enum Event: Sendable {
        /// Real or bonus money moved.
        case balance(BalanceChange)
        /// A session ended.
        case sessionEnd(id: String, SessionEnd)
    }

    let player: Int64
    let event: Event
    /// When it happened, in milliseconds since 1970.
    let milliseconds: Int64
}

/// Why a session ended.
enum SessionEnd: Int, Sendable {
    case expired = 1
    case loggedOut = 2
    case kicked = 3

    var name: String {
        switch self {
        case .expired: "Expired"
        case .loggedOut: "Logout"
        case .kicked: "Kicked"
        }
    }
}

/// What a posting did to a player's wallet.
struct BalanceChange: Sendable {
    let posting: Int64
    /// One more with each such posting of the player.
    let sequence: Int64
    let currency: String
    let source: String
    let operation: Operation
    /// By wallet: the difference, and the balance after it.
    let wallets: [(account: AccountKind, difference: Money, after: Money)]

    /// The `operationType` of the wire.
    enum Operation: Int, Sendable {
        case debit = 0
        case credit = 1
        case reserve = 2
        case release = 3
    }
}

extension Push {
    /// The session that it ends; `nil` for other events.
    package var endedSession: String? {
        if case .sessionEnd(let id, _) = event { id } else { nil }
    }

    /// The event as JSON, in one form or in both: as on the real wire, some come twice.
    package var messages: [[UInt8]] {
        let comesTwice =
            switch event {
            case .balance(let change): change.sequence.isMultiple(of: 2)
            case .sessionEnd: true
            }
        return (comesTwice ? [false, true] : [false]).map {
            json(domain: Platform.domain, isSecondForm: $0).json
        }
    }

    /// The event as clients get it.
    ///
    /// - Parameter isSecondForm: Whether its type has the suffix `_V2`, with which each
    ///   event may come a second time.
    func json(domain: Int, isSecondForm: Bool) -> JSONValue {
        let suffix = isSecondForm ? "_V2" : ""
        switch event {
        case .balance(let change):
            let wallets = change.wallets.map { wallet in
                JSONMember(
                    wallet.account.walletName,
                    [
                        "affectedAmount": wallet.difference.json,
                        "afterAmount": wallet.after.json, "productType": "Sports",
                        "walletAccountType": "Ordinary",
                    ])
            }
            return [
                "type": "BALANCE_UPDATE\(suffix)",
                "body": [
                    "userId": "\(player)", "domainId": .number(domain),
                    "streamingDate": .string(WireDate.text(milliseconds)),
                    "source": .string(change.source), "currency": .string(change.currency),
                    "operationType": .number(change.operation.rawValue),
                    "postingId": "p-\(change.posting)", "sequence": .number(change.sequence),
                    "balanceChange": .object(wallets),
                ],
            ]
        case .sessionEnd(let id, let end):
            return [
                "type": "SESSION_EXPIRATION\(suffix)",
                "body": [
                    "userId": "\(player)", "sessionId": .string(id),
                    "exitReason": .string(end.name), "exitReasonCode": .number(end.rawValue),
                    "sourceName": "platform",
                ],
            ]
        }
    }
}
