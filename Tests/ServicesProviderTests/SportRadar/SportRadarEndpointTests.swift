import Testing

@testable import ServicesProvider

/// Addresses and methods of the second provider: contract of the second provider, sections 8
/// and 9.
@Suite struct SportRadarEndpointTests {
    private static let accounts: [(SportRadarAccountAPI, String)] = [
        (.login(MultipartBody(boundary: "b")), "POST login"),
        (
            .openGameSession,
            "GET openGameSession?productCode=SPORT_RADAR&gameId=SPORTSBOOK&sessionKey=t"
        ),
        (.logout, "GET logout?sessionKey=t"), (.getPlayerInfo, "GET getPlayerInfo?sessionKey=t"),
        (
            .updatePlayerInfo([("firstName", "A&+")]),
            "GET updatePlayerInfo?firstName=A%26%2B&sessionKey=t"
        ),
        (
            .checkCredential(field: "email", value: "a@b"),
            "GET checkCredential?field=email&value=a%40b"
        ),
        (.getUserIdSuggestion(userId: "ana"), "GET getUserIdSuggestion?userId=ana"),
        (.quickSignup([("email", "a")]), "GET quickSignup?email=a"),
        (.signup(MultipartBody(boundary: "b")), "POST signup"),
        (
            .signupConfirmation(email: "a", code: "c"),
            "GET signupConfirmation?email=a&confirmationCode=c"
        ),
        (.resendVerificationCode(email: "a"), "GET resendVerificationCode?email=a"),
        (.forgotPassword(email: "a"), "GET forgotPasswordStep1And2?email=a"),
        (
            .updatePassword(old: "o", new: "n"),
            "GET updatePassword?oldPassword=o&newPassword=n&sessionKey=t"
        ),
        (.getBalance, "GET getBalance?sessionKey=t"),
        (.getDepositMethods, "GET getDepositMethods?sessionKey=t"),
        (
            .processDeposit([("amount", "5.00")], idempotencyKey: "k"),
            "POST processDeposit?amount=5.00&sessionKey=t"
        ),
        (
            .checkPaymentStatus(method: "CARD", paymentId: "1"),
            "POST checkPaymentStatus?paymentMethod=CARD&paymentId=1&sessionKey=t"
        ),
        (
            .cancelDeposit(method: "CARD", paymentId: "1"),
            "POST cancelDeposit?paymentMethod=CARD&paymentId=1&sessionKey=t"
        ),
        (.getWithdrawalMethods, "GET getWithdrawalMethods?sessionKey=t"),
        (
            .prepareWithdrawal(method: "CARD"),
            "POST prepareWithdrawal?paymentMethod=CARD&sessionKey=t"
        ),
        (
            .processWithdrawal([("conversionId", "c")], idempotencyKey: "k"),
            "POST processWithdrawal?conversionId=c&sessionKey=t"
        ),
        (.getPendingWithdrawals, "GET getPendingWithdrawals?sessionKey=t"),
        (.cancelWithdrawal(paymentId: "1"), "POST cancelWithdrawal?paymentId=1&sessionKey=t"),
        (
            .getTransactions([("tranType", "BET"), ("tranType", "WIN")]),
            "GET getTransactionHistoryByCurrency?tranType=BET&tranType=WIN&sessionKey=t"
        ),
        (.getPersonalDepositLimits, "GET getPersonalDepositLimits?sessionKey=t"),
        (
            .setPersonalDepositLimits(weekly: "5.00"),
            "GET setPersonalDepositLimits?weeklyLimit=5.00&sessionKey=t"
        ),
        (.getLimits, "GET getLimits?sessionKey=t"),
        (.updateWagerLimit(limit: "5.00"), "GET updateWagerLimit?limit=5.00&sessionKey=t"),
        (
            .getResponsibleGamingLimit(type: "LOSS_LIMIT", period: "DAILY"),
            "GET getResponsibleGamingLimit?limitType=LOSS_LIMIT&periodType=DAILY&sessionKey=t"
        ),
        (
            .updateResponsibleGamingLimit(type: "A", period: "B", limit: "1.00"),
            "GET updateResponsibleGamingLimit?limitType=A&periodType=B&limit=1.00&sessionKey=t"
        ),
        (.lockPlayer([("lockType", "TIMEOUT")]), "POST lockPlayer?lockType=TIMEOUT&sessionKey=t"),
        (.getDocumentTypes, "GET getDocumentTypes?sessionKey=t"),
        (.getUserDocuments, "GET getUserDocuments?sessionKey=t"),
        (
            .uploadDocument(MultipartBody(boundary: "b"), hasSeveralFiles: false),
            "POST uploadUserDocument?sessionKey=t"
        ),
        (
            .uploadDocument(MultipartBody(boundary: "b"), hasSeveralFiles: true),
            "POST uploadMultiUserDocument?sessionKey=t"
        ),
        (.getConsents, "GET consents"), (.getUserConsents, "GET user/consents?sessionKey=t"),
        (
            .saveUserConsents(given: [1, 2], withdrawn: [3]),
            "POST user/consents/save?consentedVersions=1&consentedVersions=2&unConsentedVersions=3"
                + "&sessionKey=t"
        ),
    ]

    /// The session is a query item, and in no header.
    @Test func accountsAreAskedByQuery() {
        for (api, text) in Self.accounts {
            let endpoint = SportRadar.AccountEndpoint(url: "http://h", api: api)
            let proof =
                endpoint.requireSessionKey ? [(endpoint.authQueryKey(for: .sessionId)!, "t")] : []
            let parts = text.split(separator: " ")
            #expect(endpoint.method.rawValue == parts[0])
            #expect(endpoint.address(proof) == "http://h/ps/ips/\(parts[1])")
            #expect(endpoint.authHeaderKey(for: .sessionId) == nil)
            // What is logged has no query.
            #expect(!endpoint.endpoint.contains("?"))
        }
    }

    /// What does something each time is not sent again when its answer is lost.
    @Test func whatIsRepeatedHasNoEffectOrAKey() {
        let once: Set<String> = [
            "login", "signup", "quickSignup", "signupConfirmation", "resendVerificationCode",
            "forgotPasswordStep1And2", "updatePassword", "cancelDeposit", "prepareWithdrawal",
            "cancelWithdrawal", "lockPlayer", "uploadUserDocument", "uploadMultiUserDocument",
        ]
        for (api, text) in Self.accounts {
            let endpoint = SportRadar.AccountEndpoint(url: "http://h", api: api)
            let name = endpoint.endpoint.split(separator: "/").last.map(String.init) ?? ""
            #expect(endpoint.isIdempotent == !once.contains(name), "\(text)")
        }
        let key = SportRadar.AccountEndpoint(
            url: "", api: .processDeposit([], idempotencyKey: "k")
        ).headers
        #expect(key.map(\.name) == ["Idempotency-Key"] && key.map(\.value) == ["k"])
    }

    @Test func sessionThatIsNotTheCoordinatorsIsSentWithoutIt() {
        let endpoint = SportRadar.AccountEndpoint(
            url: "http://h", api: .getPlayerInfo, session: "s&")
        #expect(!endpoint.requireSessionKey)
        #expect(endpoint.address == "http://h/ps/ips/getPlayerInfo?sessionKey=s%26")
    }

    @Test func betsAreAskedWithTheirToken() throws {
        let bet = SportRadar.SlipBet(betLegs: [], idFOBetType: "S", winStake: 1)
        let custom = SportRadar.CustomBetRequest(idFOSelections: [], stakeAmount: 1)
        let fo = "/api/betting/fo"
        for (api, text, needsSession) in [
            (
                .getBets([("from", "a b"), ("pageSize", "20")]),
                "GET \(fo)/bets?from=a%20b&pageSize=20", true
            ),
            (.getBet(betId: "9912.10"), "GET \(fo)/bets/9912.10", true),
            (.getBet(betId: "a/b"), "GET \(fo)/bets/a%2Fb", true),
            (.calculate(bet), "POST \(fo)/bet/calculate", false),
            (
                .getBetTypes(SportRadar.BetTypesRequest(betLegs: [])),
                "POST \(fo)/allowedBetTypesWithCalculation", false
            ),
            (.calculateCustomBet(custom), "POST /api/custom-bet/v1/calculate", false),
            (
                .placeSlip(
                    SportRadar.SlipRequest(bets: [bet], useAutoAcceptance: true, free: false),
                    idempotencyKey: "k"), "POST \(fo)/betslip", true
            ),
            (
                .placeCustomBet(
                    SportRadar.CustomSlipRequest(
                        idFOSelections: [], stakeAmount: 1, free: 0, useAutoAcceptance: true,
                        calculatedOdds: 2), idempotencyKey: "k"),
                "POST /api/custom-bet/v1/placecustombet", true
            ),
            (.confirmSlip(slipId: "8812"), "PUT \(fo)/betslip/8812/confirm", true),
            (.rejectSlip(slipId: "8812"), "POST \(fo)/betslip/8812/reject", true),
            (.getCashoutBets, "GET /api/cashout/fo/cashout/allowedBetIds", true),
            (
                .getCashoutValue(betId: "9912.1", nil),
                "POST /api/cashout/fo/cashout/9912.1/calculate", true
            ),
            (
                .cashOut(
                    betId: "9912.1", SportRadar.CashoutRequest(expectedValue: 1, stakeValue: nil),
                    idempotencyKey: "k"), "POST /api/cashout/fo/cashout/9912.1", true
            ),
            (.getAttributes, "GET \(fo)/attribute/getAll", true),
            (.updateAttributes([]), "POST \(fo)/attribute/update", true),
            (.getFreeBalance, "GET \(fo)/freeBalance", true),
        ] as [(SportRadarBettingAPI, String, Bool)] {
            let endpoint = try SportRadar.BettingEndpoint(
                url: "http://h", api, moneyTimeLimit: .seconds(30))
            let parts = text.split(separator: " ")
            #expect(endpoint.method.rawValue == parts[0])
            #expect(endpoint.address == "http://h\(parts[1])")
            #expect(endpoint.requireSessionKey == needsSession)
            // Without a scheme.
            #expect(endpoint.authHeaderKey(for: .sessionId) == "Authorization")
            let isMoney = ["betslip", "placecustombet", "confirm", "9912.1"].contains {
                text.hasSuffix($0) && !text.hasPrefix("GET")
            }
            #expect((endpoint.timeout != nil) == isMoney, "\(text)")
        }
    }

    @Test func confirmationNamesTheStateWithNulls() throws {
        let endpoint = try SportRadar.BettingEndpoint(
            url: "", .confirmSlip(slipId: "1"), moneyTimeLimit: .seconds(30))
        #expect(
            endpoint.body.map { String(decoding: $0.bytes, as: UTF8.self) }
                == #"{"betStatus":{"detailedState":66,"state":1,"statusCode":null,"#
                + #""statusText":null},"securityCode":""}"#)
    }
}
