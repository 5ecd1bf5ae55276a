import OddsJSON
import Testing

@testable import OddsPlatform

/// Platform contract, section 8.3.
@Suite struct PaymentTests {
    @Test func depositComesWhenItCompletes() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        let payment = try await test.pay(access, "Deposit", "25.00", "hold")
        #expect(try await test.status(access, payment) == "Pending")
        #expect(try await test.real(access) == "5")
        _ = try await test.platform.endPayment(payment, reader(#"{"status":"Completed"}"#))
        #expect(
            try await test.platform.paymentStatus(access, transaction: payment) == [
                "Status": "Completed", "TransactionId": .string(payment),
                "Amount": ["Value": .number("25"), "Currency": "EUR"],
            ])
        #expect(try await test.real(access) == "30")
    }

    @Test(arguments: [("fail", "Failed"), ("cancel", "Cancelled")])
    func depositThatDoesNotCompleteMovesNothing(_ outcome: String, _ status: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        let payment = try await test.pay(access, "Deposit", "25.00", outcome)
        #expect(try await test.status(access, payment) == status)
        #expect(try await test.real(access) == "5")
    }

    @Test(arguments: [("Completed", "20"), ("Failed", "50"), ("Cancelled", "50")])
    func withdrawalTakesAtOnceAndGivesBack(_ status: String, _ balance: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "50.00", isVerified: true)
        let payment = try await test.pay(access, "Withdraw", "30.00", "hold")
        #expect(try await test.real(access) == "20")
        _ = try await test.platform.endPayment(payment, reader(#"{"status":"\#(status)"}"#))
        #expect(try await test.real(access) == balance)
        #expect(try await test.platform.checkLedger().isOK)
    }

    @Test func statusChangesOnce() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let payment = try await test.pay(access, "Deposit", "25.00")
        for status in ["Completed", "Failed", "Cancelled", "Pending"] {
            #expect(
                try await code {
                    _ = try await test.platform.endPayment(
                        payment, reader(#"{"status":"\#(status)"}"#))
                } == "409 -")
        }
        #expect(try await test.real(access) == "25")
    }

    @Test func unknownPaymentAndThatOfAnotherAre404() async throws {
        let test = try await TestPlatform()
        let (access, other) = (try await test.makeAccess(), try await test.makeAccess())
        let payment = try await test.pay(access, "Deposit", "25.00")
        for (access, id) in [
            (other, payment), (access, "tx-99"), (access, "tx-01"), (access, "9"),
            (access, "tx--1"),
        ] {
            #expect(
                try await code {
                    _ = try await test.platform.paymentStatus(access, transaction: id)
                } == "404 -")
        }
    }

    @Test func cashierSessionMakesOnePayment() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let session = try await test.cashier(access, "Deposit")
        let body = try reader(#"{"amount":"25.00","outcome":"complete"}"#)
        let first = try await test.platform.pay(atCashier: session, body)
        let second = try await test.platform.pay(
            atCashier: session, reader(#"{"amount":"99.00","outcome":"fail"}"#))
        #expect(first == second)
        #expect(try await test.real(access) == "25")
    }

    @Test func cashierSessionLivesFifteenMinutes() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let (used, unused) = (
            try await test.cashier(access, "Deposit"), try await test.cashier(access, "Deposit")
        )
        let body = try reader(#"{"amount":"25.00","outcome":"complete"}"#)
        let payment = try await test.platform.pay(atCashier: used, body)
        test.pass(minutes: 16)
        #expect(
            try await code { _ = try await test.platform.pay(atCashier: unused, body) } == "404 -")
        // Its answer can still be asked for again.
        #expect(try await test.platform.pay(atCashier: used, body) == payment)
    }

    @Test(arguments: [
        (#"{"amount":"0","outcome":"complete"}"#, "400 901"),
        (#"{"amount":"-1","outcome":"complete"}"#, "400 901"),
        (#"{"amount":"1.005","outcome":"complete"}"#, "400 901"),
        (#"{"amount":"1e2","outcome":"complete"}"#, "400 901"),
        (#"{"amount":true,"outcome":"complete"}"#, "400 901"),
        (#"{"outcome":"complete"}"#, "400 901"),
        (#"{"amount":"1","outcome":"maybe"}"#, "400 -"),
        (#"{"amount":"150.01","outcome":"complete"}"#, "403 KYC_REQUIRED"),
    ]) func refusedPaymentIsNone(_ body: String, _ expected: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let session = try await test.cashier(access, "Deposit")
        #expect(
            try await code { _ = try await test.platform.pay(atCashier: session, reader(body)) }
                == expected)
        let history = try await test.platform.payments(access, HistoryQuery())
        #expect(try history.list("transactions").isEmpty)
        // The session can still be used.
        _ = try await test.platform.pay(
            atCashier: session, reader(#"{"amount":"150.00","outcome":"complete"}"#))
    }

    @Test func unverifiedDepositsEndAt150WithPendingOnes() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        try await test.pay(access, "Deposit", "100.00", "hold")
        try await test.pay(access, "Deposit", "50.00", "fail")
        try await test.pay(access, "Deposit", "50.00")
        #expect(
            try await code { try await test.pay(access, "Deposit", "0.01") } == "403 KYC_REQUIRED")
        try await test.verify(access.player)
        try await test.pay(access, "Deposit", "1000.00")
    }

    @Test func withdrawalNeedsDocumentsAndMoney() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "50.00", bonus: "50.00")
        #expect(
            try await code { _ = try await test.cashier(access, "Withdraw") } == "403 KYC_REQUIRED")
        try await test.verify(access.player)
        #expect(try await code { try await test.pay(access, "Withdraw", "50.01") } == "409 106")
        try await test.pay(access, "Withdraw", "50.00")
        #expect(try await test.real(access) == "0")
    }

    @Test func currencyMustBeTheWallets() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let answer = try await test.platform.paymentSession(
            access, reader(paymentRequest("Deposit", currency: "USD")), key: nil, url: { $0 },
            render: { Answer(status: $0.status, body: Array("\($0.code ?? "")".utf8)) })
        #expect(answer == Answer(status: 400, body: Array("902".utf8)))
    }

    @Test func newPaymentsDoNotShiftPages() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "100.00", isVerified: true)
        var made: [String] = []
        for _ in 0..<45 {
            made.append(String(try await test.pay(access, "Withdraw", "1.00").dropFirst(3)))
            test.pass(milliseconds: 10)
        }
        var seen: [String] = []
        var cursor: String?
        repeat {
            var query = HistoryQuery()
            if let cursor { try query.setCursor(cursor) }
            let page = try await test.platform.payments(access, query)
            for case .number(let id) in try page.list("transactions").compactMap({ $0["transId"] })
            {
                seen.append(id)
            }
            if case .string(let next) = page["pagination"]?["next"] {
                cursor = next
            } else {
                cursor = nil
            }
            try await test.pay(access, "Withdraw", "1.00")
        } while cursor != nil
        #expect(seen == made.reversed())
    }

    @Test func historyCanBeNarrowed() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "100.00", isVerified: true)
        try await test.pay(access, "Deposit", "1.00")
        test.pass(minutes: 1)
        try await test.pay(access, "Deposit", "2.00", "fail")
        test.pass(minutes: 1)
        try await test.pay(access, "Withdraw", "3.00")
        func amounts(_ change: (inout HistoryQuery) throws -> Void) async throws -> [JSONValue?] {
            var query = HistoryQuery()
            try change(&query)
            return try await test.platform.payments(access, query).list("transactions").map {
                $0["realAmount"]
            }
        }
        #expect(try await amounts { _ in } == [3, 2, 1])
        #expect(try await amounts { try $0.setTypes("0") } == [2, 1])
        #expect(try await amounts { try $0.setStates("completed") } == [3, 1])
        #expect(try await amounts { $0.start = TestPlatform.start + 60_000 } == [3, 2])
        #expect(try await amounts { $0.end = TestPlatform.start + 60_000 } == [1])
        for wrong in ["0", "-1", "x", "1@2@x", "", "1@2", "1@2@3@4", "99999999"] {
            #expect(try await code { _ = try await amounts { try $0.setCursor(wrong) } } == "400 -")
            #expect(try await code { _ = try await amounts { try $0.setStates(wrong) } } == "400 -")
        }
        for wrong in ["", "2", "0,", "01"] {
            #expect(try await code { _ = try await amounts { try $0.setTypes(wrong) } } == "400 -")
        }
    }
}
