import OddsBetting
import OddsJSON

// Wallets.
extension Transaction {
    /// A player's balance, as `balance` answers. Free bets are outside all totals.
    func wallet(of player: Player) throws -> JSONValue {
        let balances = try balances(of: player.id)
        let currency = player.currency.code
        let total = { (amount: Money) -> JSONValue in
            .object([JSONMember(currency, amount.json)])
        }
        let item = { (kind: AccountKind) -> JSONValue in
            [
                "type": .string(kind.walletName), "amount": balances[kind].json,
                "currency": .string(currency), "productType": "Sports",
                "walletAccountType": "Ordinary",
            ]
        }
        return [
            "totalAmount": total(balances.real + balances.bonus),
            "totalCashAmount": total(balances.real),
            "totalWithdrawableAmount": total(balances.real),
            "totalRealAmount": total(balances.real), "totalBonusAmount": total(balances.bonus),
            "items": [item(.real), item(.bonus), item(.freebet)],
            "sequence": .number(player.walletSequence),
        ]
    }
}
