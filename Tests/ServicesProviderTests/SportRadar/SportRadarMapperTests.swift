import Foundation
import Testing

@testable import ServicesProvider

/// Layer 1 of the second provider into layer 2: contract of the platform, section 11.
@Suite struct SportRadarMapperTests {
    private typealias Mapper = SportRadarModelMapper

    private func read<Value: Decodable>(_ text: String) throws -> Value {
        try SportRadarWire.decode(Value.self, from: Array(text.utf8))
    }

    // MARK: Ids

    /// A number's text on the wire is the id, whatever a machine makes of it.
    @Test func idsAreTextsOfNumbers() throws {
        for id in ["9912.1", "9912.10", "272181284331364608.1", "0.10"] {
            let response: SportRadar.BetsResponse = try read(#"[{"idFOBet":\#(id)}]"#)
            #expect(response.elements.map(\.idFOBet) == [id])
            let same: SportRadar.BetsResponse = try read(#"[{"idFOBet":"\#(id)"}]"#)
            #expect(same.elements.map(\.idFOBet) == [id])
        }
        let exponent: SportRadar.BetsResponse = try read(#"[{"idFOBet":99e2}]"#)
        #expect(exponent.elements.map(\.idFOBet) == [nil])
        let bets: SportRadar.CashoutBetsResponse = try read(#"[9912.10,9913.1,"9.1",null]"#)
        #expect(Mapper.cashoutBets(from: bets) == ["9912.10", "9913.1", "9.1"])
        #expect(throws: ServiceProviderError.self) {
            let _: SportRadar.LoginResponse = try read("[")
        }
    }

    // MARK: Accounts

    @Test func profileIsReadWithWhatItHas() throws {
        let whole: SportRadar.PlayerInfoResponse = try read(
            """
            {"partyId":70501,"userId":"ana","email":"a@b","firstName":"Ana","lastName":"",
            "birthDateFormatted":"01-04-1990 00:00:00","currency":"EUR","country":"PT",
            "kycStatus":"PENDING","emailVerificationStatus":"VERIFIED","lockedStatus":"NOT_LOCKED",
            "extraInfo":[{"key":"mobileNumber","value":"912"},{"key":1}]}
            """)
        let profile = Mapper.userProfile(from: whole)
        #expect(profile.userID == "70501" && profile.username == "ana")
        #expect(profile.birthDate == "1990-04-01" && profile.mobilePhone == "912")
        #expect(profile.lastName == nil && profile.isEmailVerified == true)
        #expect(Mapper.documentationData(from: whole).status == .pending)
        let least: SportRadar.PlayerInfoResponse = try read(
            #"{"partyId":"7","userId":"ana","currency":"EUR"}"#)
        #expect(Mapper.userProfile(from: least).isEmailVerified == nil)
        #expect(Mapper.documentationData(from: least).status == .none)
        #expect(Mapper.verificationStatus("SENT") == .undefined("SENT"))
    }

    @Test func informationSaysWhetherSomethingExists() throws {
        let known: SportRadar.InformationResponse = try read(
            """
            {"additionalInfo":[{"key":"exists","value":"true"},
            {"key":"suggestion","value":"ana1"},{"key":"suggestion","value":"ana2"}]}
            """)
        #expect(try Mapper.exists(from: known))
        #expect(Mapper.suggestions(from: known) == ["ana1", "ana2"])
        let silent: SportRadar.InformationResponse = try read(#"{"additionalInfo":[]}"#)
        #expect(throws: ServiceProviderError.invalidResponse) { try Mapper.exists(from: silent) }
        let signUp: SportRadar.SignUpResponse = try read(#"{"partyId":7}"#)
        #expect(Mapper.signUpResponse(from: signUp).userID == "7")
    }

    // MARK: Wallet and payments

    @Test func walletHasRealMoneyWithoutBonuses() throws {
        let whole: SportRadar.BalanceResponse = try read(
            """
            {"currency":"EUR","totalBalance":"62.50","totalBalanceNumber":62.5,
            "totalWithdrawableBalanceNumber":40.1,"sportsbookPlayableBonusBalanceNumber":12.5}
            """)
        let wallet = Mapper.userWallet(from: whole, freeBet: 5)
        #expect(wallet.real == 50 && wallet.bonus == decimal("12.5") && wallet.freeBet == 5)
        #expect(wallet.withdrawable == decimal("40.1") && wallet.total == decimal("62.5"))
        let least: SportRadar.BalanceResponse = try read(
            #"{"currency":"EUR","totalWithdrawableBalanceNumber":40.1}"#)
        #expect(Mapper.userWallet(from: least, freeBet: 0).real == decimal("40.1"))
        let free: SportRadar.FreeBalanceResponse = try read(#"{"balance":5.5}"#)
        #expect(Mapper.freeBalance(from: free) == decimal("5.5"))
    }

    @Test func paymentsAreRead() throws {
        let methods: SportRadar.PaymentMethodsResponse = try read(
            """
            {"depositMethods":[{"code":"x","paymentMethod":"CARD","methods":[{"name":"Card",
            "type":"scheme","brands":["visa"]},{"type":"no name"}]},{"code":"y"}]}
            """)
        let read = Mapper.paymentMethods(from: methods)
        #expect(read.map(\.code) == ["CARD"] && read[0].options.map(\.name) == ["Card"])
        let deposit: SportRadar.DepositResponse = try self.read(
            #"{"paymentId":12,"continueUrl":"https://h","clientKey":"ck","sessionData":""}"#)
        let begun = Mapper.deposit(from: deposit)
        #expect(begun.transactionID == "12" && begun.pageURL == "https://h")
        #expect(!"\(begun)".contains("https") && !String(reflecting: begun).contains("ck"))
        let preparation: SportRadar.WithdrawalPreparationResponse = try self.read(
            #"{"conversionId":7}"#)
        #expect(Mapper.conversionID(from: preparation) == "7")
        for (text, status) in [
            ("PENDING", PaymentStatus.pending), ("success", .completed), ("FAILED", .failed),
            ("CANCELLED", .cancelled), ("ON_ITS_WAY", .pending),
        ] {
            let response: SportRadar.PaymentStatusResponse = try self.read(
                #"{"paymentId":"tx-1","paymentStatus":"\#(text)"}"#)
            let status =
                Mapper.paymentStatusResponse(from: response, of: (25, "EUR")).status
                == status
            #expect(status)
        }
        #expect(Mapper.paymentStatus("ON_ITS_WAY") == nil)
        let pending: SportRadar.PendingWithdrawalsResponse = try self.read(
            """
            {"pendingWithdrawals":[{"paymentId":"tx-2","amount":"20.00","paymentMethod":"CARD",
            "createdFormatted":"02-10-2026 16:12:15"},{"paymentId":"tx-3","amount":"much"}]}
            """)
        let list = Mapper.pendingWithdrawals(from: pending, currency: "EUR")
        #expect(list.map(\.transactionID) == ["tx-2"] && list[0].amount == 20)
        #expect(list[0].created == WireTime.date("2026-10-02T16:12:15Z"))
        #expect(list[0].currency == "EUR" && pending.pendingWithdrawals.droppedCount == 1)
    }

    @Test func transactionsArePaymentsOrWhatBetsMoved() throws {
        let response: SportRadar.TransactionsResponse = try read(
            """
            {"currency":"EUR","transactions":[
            {"transactionId":"p-5","dateTime":"02-10-2026 16:12:19","tranType":"WITHDRAWAL_CANCEL",
            "reference":"tx-2","amount":"5.00"},
            {"transactionId":"p-4","dateTime":"02-10-2026 16:12:18","tranType":"WITHDRAWAL",
            "reference":"tx-3","amount":"-6.00"},
            {"transactionId":"p-3","dateTime":"02-10-2026 16:12:17","tranType":"WITHDRAWAL",
            "reference":"tx-2","amount":"-5.00"},
            {"transactionId":"p-2","dateTime":"yesterday","tranType":"DEPOSIT","amount":1},
            {"transactionId":"p-1","dateTime":"02-10-2026 16:12:15","tranType":"DEPOSIT",
            "reference":"tx-1","amount":25.1,"postBalance":"75.10"},{}]}
            """)
        let page = SportRadarHistoryPage(number: 1, end: nil)
        let payments = Mapper.bankingTransactions(
            from: response, page, pending: ["tx-3"], states: [])
        #expect(payments.transactions.map(\.id) == ["tx-2", "tx-3", "tx-2", "tx-1"])
        #expect(
            payments.transactions.map(\.status) == [.cancelled, .pending, .cancelled, .completed])
        #expect(payments.transactions.map(\.amount) == [5, 6, 5, decimal("25.1")])
        #expect(payments.transactions[1].completed == nil && payments.droppedCount == 2)
        #expect(payments.next == nil && payments.previous == "0")
        let done = Mapper.bankingTransactions(
            from: response, page, pending: [], states: [.completed])
        #expect(done.transactions.map(\.id) == ["tx-3", "tx-1"])
        let moved = Mapper.wageringTransactions(from: response, page)
        #expect(moved.transactions.map(\.kind) == [.win, .bet, .bet, .win])
        #expect(moved.transactions.last?.balance == decimal("75.1"))
    }

    // MARK: Limits, documents, consents

    @Test func limitsAreReadWithWhatComesLater() throws {
        let deposits: SportRadar.DepositLimitsResponse = try read(
            """
            {"currency":"EUR","dailyLimit":"10.00","weeklyLimit":"50.00","monthlyLimit":null,
            "hasPendingWeeklyLimit":"true","pendingWeeklyLimit":"90.00",
            "pendingWeeklyLimitEffectiveDate":"02-10-2026 16:12:15"}
            """)
        let limits = Mapper.depositLimits(from: deposits)
        #expect(limits.map(\.kind.period) == [.daily, .weekly])
        #expect(limits[1].amount == 50 && limits[1].schedules.map(\.amount) == [90])
        #expect(limits[0].schedules.isEmpty)
        let wagers: SportRadar.WagerLimitsResponse = try read(
            """
            {"currency":"EUR","wagerLimit":"100.00","lossLimit":null,
            "pendingWagerLimit":{"effectiveDate":"02-10-2026 16:12:15","limit":null}}
            """)
        let wager = Mapper.wagerLimits(from: wagers)
        #expect(wager.map(\.kind.subject) == [.wagering])
        #expect(wager[0].schedules.map(\.amount) == [nil])
        let one: SportRadar.GamingLimitResponse = try read(
            #"{"currency":"EUR","limitType":"LOSS_LIMIT","periodType":"DAILY","limit":"7.00"}"#)
        let name = Mapper.LimitName(subject: .loss, period: .daily)
        #expect(Mapper.gamingLimit(from: one, name)?.id == "LOSS_LIMIT/DAILY")
    }

    @Test func documentsAndConsentsAreRead() throws {
        let types: SportRadar.DocumentTypesResponse = try read(
            #"{"documentTypes":[{"documentType":"PASSPORT","expiryDateRequired":true},{}]}"#)
        #expect(Mapper.documentTypes(from: types).map(\.needsExpiryDate) == [true])
        let documents: SportRadar.UserDocumentsResponse = try read(
            """
            {"userDocuments":[{"documentType":"PASSPORT","fileName":"a","status":"APPROVED"},
            {"documentType":"ID","fileName":"b","status":"?",
            "userDocumentFiles":[{"fileName":"b"},{"fileName":"c"}]}]}
            """)
        let read = Mapper.userDocuments(from: documents)
        #expect(read.map(\.fileNames) == [["a"], ["b", "c"]])
        #expect(read.map(\.status) == [.approved, .undefined("?")])
        let text = #"{"id":1,"key":"terms","name":"Terms","consentVersionId":11}"#
        let consents: SportRadar.ConsentsResponse = try self.read(#"{"consents":[\#(text)]}"#)
        #expect(Mapper.consents(from: consents).map(\.versionID) == [11])
        let user: SportRadar.UserConsentsResponse = try self.read(
            #"{"userConsents":[{"consent":\#(text),"consentStatus":"CONSENTED"}]}"#)
        #expect(Mapper.userConsents(from: user).map(\.isGiven) == [true])
    }

    @Test func timesAreReadAndWritten() {
        let date = WireTime.date("2026-10-02T16:12:15Z")
        #expect(SportRadarTime.date("02-10-2026 16:12:15") == date)
        #expect(date.map(SportRadarTime.text) == "02-10-2026 16:12:15")
        #expect(SportRadarTime.date("2026-10-02 16:12:15") == nil)
        #expect(SportRadarTime.betDate("2026-10-02 16:12:15.0") == date)
        #expect(SportRadarTime.betDate("02-10-2026 16:12:15") == nil)
        #expect(date.map(SportRadarTime.betText) == "2026-10-02 16:12:15.000")
        #expect(SportRadarTime.dayFirst("1990-04-01") == "01-04-1990")
        #expect(SportRadarTime.yearFirst("01-04-1990") == "1990-04-01")
        #expect(SportRadarTime.yearFirst("1990-04-01") == nil)
    }

    // MARK: The feed

    @Test func nodesAreSportsAndTournaments() throws {
        let top: SportRadar.NavigationResponse = try read(
            """
            {"bonavigationnodes":[{"idfwbonavigation":11.1,"name":"Football","focontentid":"FBL",
            "numevents":"88","numinplayevents":"12"},{"idfwbonavigation":"12.1","name":"Tennis",
            "focontentid":"TNS","numevents":7},{"name":"no id"}]}
            """)
        let nodes = Mapper.sportNodes(from: top, ofSport: nil)
        #expect(nodes.map(\.idfwbonavigation) == ["11.1", "12.1"])
        let node = try #require(Mapper.sportNodes(from: top, ofSport: "FBL").first)
        let below: SportRadar.NavigationResponse = try read(
            """
            {"bonavigationnodes":[{"idfwbonavigation":"101.1","name":"Cup","focontentid":301.1,
            "numevents":"8","numinplayevents":"3"},
            {"idfwbonavigation":"102.1","name":"No content"}]}
            """)
        let tournaments = Mapper.tournaments(from: below, of: node)
        #expect(tournaments.map(\.id) == ["301.1"] && tournaments[0].sportID == "FBL")
        #expect(tournaments[0].numberOfEvents == 8 && tournaments[0].numberOfUpcomingMatches == 5)
        let empty: SportRadar.NavigationResponse = try read("{}")
        #expect(Mapper.tournaments(from: empty, of: node).isEmpty)
        let sport: SportRadar.Sport = try read(
            #"{"id":"FBL","name":"Football","numberOfEvents":88,"numberOfLiveEvents":12}"#)
        #expect(Mapper.sportType(from: sport).numberOfUpcomingMatches == 76)
    }

    @Test func datesOfContentsAreDays() {
        let date = WireTime.date("2026-10-02T16:12:15Z")
        #expect(Mapper.contentDate(date, isEnd: false) == "202610020000")
        #expect(Mapper.contentDate(date, isEnd: true) == "202610022359")
        #expect(Mapper.contentDate(nil, isEnd: false) < Mapper.contentDate(nil, isEnd: true))
    }
}
