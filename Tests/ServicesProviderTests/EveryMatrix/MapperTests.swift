import Foundation
import Testing

@testable import ServicesProvider

/// From the wire to domain models and back: platform contract, sections 8 and 11.
@Suite struct MapperTests {
    private func decode<Value: Decodable>(_ json: String) throws -> Value {
        try WireDecoder.decode(Value.self, from: Array(json.utf8))
    }

    private func decimal(_ text: String) throws -> Decimal {
        try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    }

    @Test(arguments: ["70501", #""70501""#]) func profileNeedsIdNameAndCurrency(
        _ id: String
    ) throws {
        let profile = EveryMatrixModelMapper.userProfile(
            from: try decode(#"{"id":\#(id),"userName":"ana","currency":"EUR","unknown":[1]}"#))
        #expect(profile.userID == "70501")
        #expect(profile.username == "ana" && profile.currency == "EUR")
        #expect(profile.email == nil && profile.kycExpiryDate == nil)
        for missing in [#"{"userName":"a","currency":"EUR"}"#, #"{"id":1,"userName":"a"}"#] {
            #expect(throws: ServiceProviderError.self) {
                let _: EveryMatrix.PlayerDetails = try decode(missing)
            }
        }
    }

    @Test func loginIsRead() throws {
        let login: EveryMatrix.LoginResponse = try decode(
            #"{"sessionId":"5f","id":"8d","userId":70501,"sessionBlockers":["x"]}"#
        )
        #expect(login.sessionId == "5f" && login.userId.text == "70501")
    }

    // MARK: Wallet

    @Test func walletIsExact() throws {
        let wallet = try EveryMatrixModelMapper.userWallet(
            from: try decode(
                """
                {"totalAmount":{"EUR":62.5},"totalCashAmount":{"EUR":50},
                "totalWithdrawableAmount":{"EUR":49.99},"totalRealAmount":{"EUR":9999999999.99},
                "totalBonusAmount":{"EUR":0.1},"items":[{"type":"Real","amount":50,
                "currency":"EUR"},{"type":"FreeBet","amount":5.05,"currency":"EUR"},
                {"type":"FreeBet","amount":"x"}],"sequence":41}
                """))
        #expect(
            wallet
                == UserWallet(
                    currency: "EUR", real: try decimal("9999999999.99"), bonus: try decimal("0.1"),
                    withdrawable: try decimal("49.99"), freeBet: try decimal("5.05"), sequence: 41))
        #expect(wallet.total == (try decimal("10000000000.09")))
        for real in ["{}", #"{"EUR":1,"USD":2}"#] {
            #expect(throws: ServiceProviderError.invalidResponse) {
                try EveryMatrixModelMapper.userWallet(
                    from: try decode(
                        #"{"totalRealAmount":\#(real),"totalBonusAmount":{},"#
                            + #""totalWithdrawableAmount":{}}"#))
            }
        }
    }

    @Test(arguments: ["", "_V2"]) func pushesAreReadInBothForms(_ suffix: String) throws {
        let balance = EveryMatrixModelMapper.playerEvent(
            from: try decode(
                """
                {"type":"BALANCE_UPDATE\(suffix)","body":{"userId":"70501","domainId":7001,
                "streamingDate":"2026-10-02T16:12:15.6480180Z","currency":"EUR",
                "postingId":"p-812","sequence":42,"balanceChange":{"Real":{"affectedAmount":-10,
                "afterAmount":40.1}}}}
                """))
        guard case .balance(let change) = balance else {
            Issue.record("\(String(describing: balance))")
            return
        }
        #expect(change.posting == "p-812" && change.sequence == 42)
        #expect(change.real == (try decimal("40.1")) && change.bonus == nil)
        #expect(
            try abs(#require(change.date).timeIntervalSince1970 - 1_790_957_535.648018) < 1e-6)
        let end = EveryMatrixModelMapper.playerEvent(
            from: try decode(
                #"{"type":"SESSION_EXPIRATION\#(suffix)","body":{"sessionId":"5f","#
                    + #""exitReasonCode":3}}"#))
        guard case .sessionEnd("5f", .kicked) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
    }

    @Test func otherPushesAreSkipped() throws {
        for text in [
            #"{"type":"BONUS_UPDATE","body":{}}"#, #"{"type":"BALANCE_UPDATE","body":{}}"#,
            #"{"type":"SESSION_EXPIRATION","body":{"sessionId":"5f","exitReasonCode":9}}"#,
        ] {
            #expect(EveryMatrixModelMapper.playerEvent(from: try decode(text)) == nil)
        }
    }

    // MARK: Payments

    @Test(arguments: [
        ("Completed", PaymentStatus.completed), ("PENDING", .pending), ("failed", .failed),
        ("cancelled", .cancelled), ("Canceled?", .pending), ("", .pending),
    ]) func statusComparesWithoutCaseAndUnknownOnesArePending(
        _ text: String, _ status: PaymentStatus
    ) throws {
        let response = EveryMatrixModelMapper.paymentStatusResponse(
            from: try decode(
                #"{"Status":"\#(text)","TransactionId":"tx-9","#
                    + #""Amount":{"Value":25.10,"Currency":"EUR"}}"#))
        #expect(
            response
                == PaymentStatusResponse(
                    status: status, transactionId: "tx-9", amount: try decimal("25.1"),
                    currency: "EUR"))
    }

    @Test func cashierNeedsAnAddress() throws {
        let view = try EveryMatrixModelMapper.cashierWebView(
            from: try decode(
                #"{"CashierInfo":{"Url":"http://h/c"},"ResponseCode":"Success","RequestId":"rq-5"}"#
            ))
        #expect(view == CashierWebView(url: "http://h/c", requestID: "rq-5"))
        #expect(throws: ServiceProviderError.invalidResponse) {
            try EveryMatrixModelMapper.cashierWebView(from: try decode("{}"))
        }
        #expect(throws: ServiceProviderError.errorMessage(message: "Refused")) {
            try EveryMatrixModelMapper.cashierWebView(
                from: try decode(#"{"ResponseCode":"Refused"}"#))
        }
    }

    @Test func oneBadTransactionIsDroppedAndCounted() throws {
        let good =
            #"{"transId":9,"created":"2026-10-02T16:12:15.648Z","status":"Completed","type":0,"#
            + #""currency":"EUR","realAmount":25}"#
        let page = EveryMatrixModelMapper.bankingTransactions(
            from: try decode(
                """
                {"pagination":{"next":"2","previous":null},"transactions":[{"transId":1},7,\(good),
                \(good.replacing("2026-10-02T", with: "yesterday ")),
                \(good.replacing(#""type":0"#, with: #""type":5"#))]}
                """))
        #expect(page.transactions.map(\.id) == ["9"])
        #expect(page.transactions.first?.kind == .deposit)
        #expect(page.droppedCount == 4)
        #expect(page.next == "2" && page.previous == nil)
    }

    @Test func historyQueryNamesTypesAndTimes() throws {
        var query = TransactionsQuery()
        query.startDate = Date(timeIntervalSince1970: 1_790_957_535.648)
        query.kinds = [.withdraw]
        query.states = [.completed, .failed]
        let wire = EveryMatrixModelMapper.historyQuery(from: query)
        #expect(wire.startDate == "2026-10-02T16:12:15.648Z")
        #expect(wire.types == "1" && wire.states == "completed,failed")
        #expect(EveryMatrixModelMapper.historyQuery(from: TransactionsQuery()).types == nil)
    }

    // MARK: Limits

    @Test(arguments: [
        #"{"limits":[L,{"id":1}]}"#, #"{"data":{"limits":[L]}}"#, #"{"data":{"limit":L}}"#,
        #"{"limit":L}"#,
    ]) func limitsAreReadFromEveryShape(_ shape: String) throws {
        let limit =
            #"{"id":"l-1","playerId":"70501","amount":100.5,"currency":"EUR","period":"Weekly","#
            + #""type":"Loss","schedules":[{"amount":200,"#
            + #""effectiveDate":"2026-10-03T16:12:15Z"}]}"#
        let limits = EveryMatrixModelMapper.userLimits(
            from: try decode(shape.replacing("L", with: limit)))
        #expect(
            limits == [
                UserLimit(
                    id: "l-1", kind: LimitKind(subject: .loss, period: .weekly),
                    amount: try decimal("100.5"), currency: "EUR",
                    schedules: [
                        UserLimit.Schedule(
                            amount: 200,
                            effectiveDate: Date(timeIntervalSince1970: 1_791_043_935))
                    ])
            ])
    }

    @Test func exclusionsAreThoseOfTheWire() throws {
        func json(_ value: EveryMatrix.SessionLimitRequest) throws -> String {
            String(decoding: try RequestBody.json(value).bytes, as: UTF8.self)
        }
        let names: [(TimeOutPeriod, String)] = [
            (.day, "CoolOffFor24Hours"), (.week, "CoolOffFor7Days"), (.month, "CoolOffFor30Days"),
        ]
        for (period, name) in names {
            let text = try json(EveryMatrixModelMapper.timeOut(period, reason: "r"))
            #expect(text.contains(#""period":"\#(name)""#) && !text.contains("selfExclusion"))
        }
        let exclusion = try json(
            EveryMatrixModelMapper.selfExclusion(
                until: Date(timeIntervalSince1970: 1_798_761_600), reason: "r"))
        #expect(exclusion.contains(#""expiryDate":"2027-01-01T00:00:00.000Z""#))
        #expect(exclusion.contains(#""period":"SelfExclusionUntilSelectedDate""#))
    }

    // MARK: Documents, consents, registration

    @Test func documentsAndVerificationAreRead() throws {
        let types = EveryMatrixModelMapper.documentTypes(
            from: try decode(
                #"{"documentTypes":[{"documentType":"PASSPORT","expiryDateRequired":true},{}]}"#))
        #expect(
            types == [
                DocumentType(name: "PASSPORT", needsMultipleFiles: false, needsExpiryDate: true)
            ])
        let documents = EveryMatrixModelMapper.userDocuments(
            from: try decode(
                #"{"userDocuments":[{"id":"d-1","documentType":"PASSPORT","status":"APPROVED","#
                    + #""userDocumentFiles":[{"fileName":"a.jpg"}]}]}"#))
        #expect(documents.first?.status == .approved)
        #expect(documents.first?.fileNames == ["a.jpg"])
        let data = EveryMatrixModelMapper.documentationData(
            from: try decode(#"{"kycStatus":"EXPIRED","expiryDate":"2027-01-01","reason":"old"}"#))
        #expect(
            data
                == DocumentationData(
                    status: .undefined("EXPIRED"), reason: "old", expiryDate: "2027-01-01"))
    }

    @Test func consentsAreRead() throws {
        let texts = EveryMatrixModelMapper.consents(
            from: try decode(
                #"{"consents":[{"id":1,"key":"terms","versionId":11,"name":"Terms","#
                    + #""required":true}]}"#))
        #expect(
            texts == [
                ConsentText(id: 1, key: "terms", versionID: 11, name: "Terms", isRequired: true)
            ])
        let given = EveryMatrixModelMapper.userConsents(
            from: try decode(
                #"{"userConsents":[{"versionId":11,"status":"CONSENTED"},"#
                    + #"{"versionId":12,"status":"NOT_CONSENTED"}]}"#))
        #expect(given.map(\.isGiven) == [true, false])
    }

    @Test(arguments: ["70502", #""70502""#]) func newPlayerIsRead(_ id: String) throws {
        let made = EveryMatrixModelMapper.signUpResponse(from: try decode(#"{"userId":\#(id)}"#))
        #expect(made == SignUpResponse(userID: "70502"))
    }

    @Test func registrationFormIsRead() throws {
        let config = EveryMatrixModelMapper.registrationConfig(
            from: try decode(
                """
                {"type":"STANDARD","content":{"step":"Step1","registrationID":"r-1","fields":[
                {"name":"Mobile","mandatory":true,"validate":{"type":"regex","custom":"^9$"}},
                {"name":"Email","validate":{"type":"email"}}]}}
                """))
        #expect(config.registrationID == "r-1" && config.step == "Step1")
        #expect(config.fields.map(\.pattern) == ["^9$", nil])
        #expect(config.fields.map(\.isMandatory) == [true, false])
    }
}
