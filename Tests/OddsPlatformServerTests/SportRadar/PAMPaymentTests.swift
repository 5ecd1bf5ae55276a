import OddsJSON
import OddsPlatform
import PlatformFixture
import Testing

/// Wallets and payments: contracts of the second provider, section 8, and of the platform,
/// section 8.3.
@Suite(.timeLimit(.minutes(5))) struct PAMPaymentTests {
    @Test func amountsOfTheBalanceComeAsTextAndAsNumbers() async throws {
        try await withSportRadar { running in
            let players = try await running.makePlayers(
                1, balance: "62.50", bonus: "12.00", freebet: "5.00")
            let ana = try await SportRadarPlayer(running, of: try #require(players.first))
            #expect(
                try await ana.pam("GET", "getBalance") == [
                    "status": "SUCCESS", "currency": "EUR",
                    "totalBalance": "74.50", "totalBalanceNumber": .number("74.5"),
                    "totalWithdrawableBalance": "62.50",
                    "totalWithdrawableBalanceNumber": .number("62.5"),
                    "totalEscrowBalance": "0.00", "totalEscrowBalanceNumber": 0,
                    "sportsbookPlayableBonusBalance": "12.00",
                    "sportsbookPlayableBonusBalanceNumber": 12,
                ])
        }
    }

    @Test func methodsAreListed() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for (name, member) in [
                ("getDepositMethods", "depositMethods"),
                ("getWithdrawalMethods", "withdrawalMethods"),
            ] {
                let first = try await ana.pam("GET", name)[member]?[0]
                #expect(
                    first == [
                        "code": "CARD", "paymentMethod": "CARD",
                        "methods": [
                            ["name": "Card", "type": "scheme", "brands": ["visa", "mc"]]
                        ],
                    ])
            }
        }
    }

    /// Begins a deposit.
    private func deposit(
        _ ana: SportRadarPlayer, _ amount: String, key: String? = nil
    ) async throws -> JSONValue {
        try await ana.pam(
            "POST", "processDeposit",
            [
                ("paymentMethod", "CARD"), ("amount", amount), ("option", "visa"),
                ("locale", "en"), ("channel", "ios"),
            ], key: key)
    }

    private func paymentStatus(
        _ ana: SportRadarPlayer, _ deposit: JSONValue
    ) async throws -> JSONValue? {
        let id = try deposit.text("paymentId")
        let answer = try await ana.pam(
            "POST", "checkPaymentStatus", [("paymentMethod", "CARD"), ("paymentId", id)])
        #expect(answer["paymentId"] == .string(id))
        return answer["paymentStatus"]
    }

    @Test(arguments: [
        ("complete", "SUCCESS", "75.00"), ("fail", "FAILED", "50.00"),
        ("cancel", "CANCELLED", "50.00"), ("hold", "PENDING", "50.00"),
    ]) func cashierEndsADeposit(
        _ outcome: String, _ status: String, _ balance: String
    ) async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let begun = try await deposit(ana, "25.00")
            #expect(begun["status"] == "SUCCESS")
            for member in ["clientKey", "sessionId"] {
                #expect(try !begun.text(member).isEmpty)
            }
            #expect(begun["sessionData"] == "")
            let url = try begun.text("continueUrl")
            #expect(url.hasPrefix(running.sportRadarURL + "/cashier/"))
            let page = try await RunningPlatform.ask("GET", url, nil, headers: [])
            #expect(page.status == 200)
            #expect(page.text.contains(#" value="25.00" readonly>"#))
            #expect(try await paymentStatus(ana, begun) == "PENDING")
            let pay = { (amount: String) in
                try await RunningPlatform.ask(
                    "POST", url,
                    Array(#"{"amount":"\#(amount)","outcome":"\#(outcome)"}"#.utf8), headers: [])
            }
            if outcome != "hold" { #expect(try await pay("26.00").status == 400) }
            #expect(try await paymentStatus(ana, begun) == "PENDING")
            for _ in 0..<2 {
                let paid = try await pay("25.00")
                #expect(paid.status == 200)
                #expect(try paid.json()["transactionId"] == begun["paymentId"])
            }
            #expect(try await paymentStatus(ana, begun) == .string(status))
            #expect(try await ana.balance() == balance)
            #expect(try await running.platform.checkLedger().isOK)
        }
    }

    @Test func cancelledDepositStaysCancelled() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let stranger = try await SportRadarPlayer(running)
            let begun = try await deposit(ana, "25.00")
            let items = [
                ("paymentMethod", "CARD"), ("paymentId", try begun.text("paymentId")),
            ]
            #expect(try await stranger.status("POST", "cancelDeposit", items) == "FAIL_NOT_FOUND")
            #expect(
                try await stranger.status("POST", "checkPaymentStatus", items) == "FAIL_NOT_FOUND")
            #expect(try await ana.status("POST", "cancelWithdrawal", items) == "FAIL_NOT_FOUND")
            let cancelled = try await ana.pam("POST", "cancelDeposit", items)
            #expect(cancelled["paymentStatus"] == "CANCELLED")
            #expect(try await ana.status("POST", "cancelDeposit", items) == "FAIL_CONFLICT")
            let late = try await RunningPlatform.ask(
                "POST", begun.text("continueUrl"),
                Array(#"{"amount":"25.00","outcome":"complete"}"#.utf8), headers: [])
            #expect(late.status == 200)
            #expect(try await paymentStatus(ana, begun) == "CANCELLED")
            #expect(try await ana.balance() == "50.00")
        }
    }

    @Test func depositsBeyondTheLimitsAreRefused() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for (amount, status) in [
                ("0.00", "FAIL_INVALID_ARGUMENT"), ("1.234", "FAIL_INVALID_ARGUMENT"),
                ("150.01", "FAIL_KYC_REQUIRED"),
            ] {
                #expect(try await deposit(ana, amount)["status"] == .string(status))
            }
            _ = try await ana.pam("GET", "setPersonalDepositLimits", [("weeklyLimit", "20.00")])
            #expect(try await deposit(ana, "20.00")["status"] == "SUCCESS")
            let beyond = try await deposit(ana, "0.01")
            #expect(beyond["status"] == "FAIL_LIMIT_EXCEEDED")
            #expect(beyond["limit"] == ["type": "Deposit", "period": "Weekly"])
            _ = try await ana.pam("POST", "user/consents/save", [("unConsentedVersions", "11")])
            let blocked = try await deposit(ana, "1.00")
            #expect(blocked["status"] == "SESSION_BLOCKED")
            #expect(blocked["sessionBlockers"] == ["has-to-set-consents"])
        }
    }

    /// The key covers the arguments, but not the session, which a repeated request has renewed.
    @Test func repeatedDepositIsOneUnderItsKey() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let first = try await deposit(ana, "25.00", key: "k")
            let renewed = try await SportRadarPlayer(running, of: ana.player)
            #expect(try await deposit(renewed, "25.00", key: "k") == first)
            let other = try await running.pam(
                "POST", "processDeposit", [("paymentMethod", "CARD"), ("amount", "26.00")],
                session: ana.session, key: "k")
            #expect(other.status == 422)
            #expect(try other.json()["status"] == "920")
            #expect(try await deposit(ana, "25.00")["paymentId"] != first["paymentId"])
            // A refusal that a second attempt may better is not kept.
            #expect(try await deposit(ana, "150.00", key: "l")["status"] == "FAIL_KYC_REQUIRED")
            try await running.verify(ana.player.id)
            #expect(try await deposit(ana, "150.00", key: "l")["status"] == "SUCCESS")
        }
    }

    // MARK: Withdrawals

    @Test func withdrawalTakesTheMoneyAtOnceAndGivesItBackWhenCancelled() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let method = [("paymentMethod", "BANK_TRANSFER")]
            #expect(
                try await ana.status("POST", "prepareWithdrawal", method) == "FAIL_KYC_REQUIRED")
            #expect(
                try await ana.status("POST", "processWithdrawal", method + [("amount", "20.00")])
                    == "FAIL_KYC_REQUIRED")
            try await running.verify(ana.player.id)
            let prepared = try await ana.pam("POST", "prepareWithdrawal", method)
            let conversion = try prepared.text("conversionId")
            let items = method + [("amount", "20.00"), ("conversionId", conversion)]
            let made = try await ana.pam("POST", "processWithdrawal", items)
            #expect(made["paymentStatus"] == "PENDING")
            #expect(try await ana.balance() == "30.00")
            // A preparation makes one withdrawal at most.
            #expect(try await ana.pam("POST", "processWithdrawal", items) == made)
            let pending = try await ana.pam("GET", "getPendingWithdrawals")["pendingWithdrawals"]
            #expect(pending?[0]?["paymentId"] == made["paymentId"])
            #expect(pending?[0]?["amount"] == "20.00")
            #expect(pending?[0]?["amountNumber"] == 20)
            #expect(pending?[0]?["paymentMethod"] == "BANK_TRANSFER")
            #expect(pending?[1] == nil)
            let id = [("paymentId", try made.text("paymentId"))]
            #expect(
                try await ana.pam("POST", "cancelWithdrawal", id)["paymentStatus"] == "CANCELLED")
            #expect(try await ana.balance() == "50.00")
            #expect(try await ana.pam("GET", "getPendingWithdrawals")["pendingWithdrawals"] == [])
            #expect(
                try await ana.status("POST", "processWithdrawal", method + [("amount", "50.01")])
                    == "FAIL_INSUFFICIENT_FUNDS")
            let stranger = try await SportRadarPlayer(running)
            try await running.verify(stranger.player.id)
            #expect(
                try await stranger.status("POST", "processWithdrawal", items) == "FAIL_NOT_FOUND")
            #expect(try await running.platform.checkLedger().isOK)
        }
    }

    @Test func withdrawalIsPaidOutByControl() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            try await running.verify(ana.player.id)
            let items = [("paymentMethod", "CARD"), ("amount", "20.00")]
            let made = try await ana.pam("POST", "processWithdrawal", items, key: "k")
            #expect(try await ana.pam("POST", "processWithdrawal", items, key: "k") == made)
            #expect(try await ana.balance() == "30.00")
            _ = try await running.platform.endPayment(
                made.text("paymentId"), running.reader(#"{"status":"Completed"}"#))
            #expect(try await paymentStatus(ana, made) == "SUCCESS")
            #expect(try await ana.balance() == "30.00")
        }
    }

    // MARK: History

    @Test func historyHasWhatMovedTheMoneyByTypeAndPage() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            try await running.verify(ana.player.id)
            let begun = try await deposit(ana, "25.00")
            _ = try await RunningPlatform.ask(
                "POST", begun.text("continueUrl"),
                Array(#"{"amount":"25.00","outcome":"complete"}"#.utf8), headers: [])
            let made = try await ana.pam(
                "POST", "processWithdrawal", [("paymentMethod", "CARD"), ("amount", "5.00")])
            _ = try await ana.pam(
                "POST", "cancelWithdrawal", [("paymentId", try made.text("paymentId"))])
            let types = { (items: [(String, String)]) -> [JSONValue?] in
                let page = try await ana.pam("GET", "getTransactionHistoryByCurrency", items)
                #expect(page["currency"] == "EUR")
                guard case .array(let list) = page["transactions"] else { return [] }
                return list.map { $0["tranType"] }
            }
            #expect(
                try await types([]) == ["WITHDRAWAL_CANCEL", "WITHDRAWAL", "DEPOSIT", "CREDIT"])
            #expect(
                try await types([("tranType", "DEPOSIT"), ("tranType", "WITHDRAWAL")])
                    == ["WITHDRAWAL", "DEPOSIT"])
            #expect(
                try await types([("pageNum", "1"), ("pageSize", "3")]) == ["CREDIT"])
            #expect(try await types([("endDateTime", "01-01-2020 00:00:00")]) == [])
            #expect(try await types([("startDateTime", "01-01-2020 00:00:00")]).count == 4)
            let first = try await ana.pam(
                "GET", "getTransactionHistoryByCurrency", [("tranType", "WITHDRAWAL")]
            )["transactions"]?[0]
            #expect(first?["amount"] == "-5.00")
            #expect(first?["amountNumber"] == .number("-5"))
            #expect(first?["postBalance"] == "70.00")
            #expect(first?["reference"] == made["paymentId"])
            for items in [
                [("tranType", "GIFT")], [("pageNum", "-1")], [("pageSize", "101")],
                [("startDateTime", "2026-01-01")],
            ] {
                #expect(
                    try await ana.status("GET", "getTransactionHistoryByCurrency", items)
                        == "FAIL_INVALID_ARGUMENT")
            }
        }
    }
}
