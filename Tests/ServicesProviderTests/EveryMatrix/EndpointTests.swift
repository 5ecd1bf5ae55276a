import Testing

@testable import ServicesProvider

/// The requests of platform contract, section 8: method, path, query, headers, session.
@Suite struct EndpointTests {
    private static let history = EveryMatrix.HistoryQuery(
        startDate: "2026-10-01T00:00:00.000Z", endDate: nil, page: "2", types: "0,1", states: nil)
    private static let limit = EveryMatrix.MonetaryLimitRequest(
        amount: 100, currency: "EUR", period: "Daily", type: "Deposit", products: ["Sports"],
        walletTypes: ["Real"])
    private static let payment = EveryMatrix.PaymentSessionRequest(
        Channel: "mobile", Type: "Deposit", SuccessUrl: "s", CancelUrl: "c", FailUrl: "f",
        Language: "en", productType: "Sports", currency: "EUR", isShortCashier: false,
        bonusCode: nil, showBonusSelectionInput: true)

    @Test(arguments: [
        (
            EveryMatrixPlayerAPI.login(.init(username: "+351 1", password: #"a"b\c"#)),
            "POST /v1/player/legislation/login",
            #"{"password":"a\"b\\c","username":"+351 1"}"#
        ),
        (.logout(userId: "1"), "POST /v1/player/1/logout session", "{}"),
        (.getDetails(userId: "1"), "GET /v1/player/1/details session", nil),
        (.getDetails(userId: "../2?"), "GET /v1/player/..%2F2%3F/details session", nil),
        (
            .updateDetails(
                userId: "1",
                .init(
                    email: "a@b", firstName: nil, lastName: nil, birthDate: nil, countryCode: nil,
                    mobilePhonePrefix: nil, mobilePhone: nil, language: nil)),
            "PUT /v1/player/1/details session", #"{"email":"a@b"}"#
        ),
        (
            .getRegistrationConfig, "GET /v1/player/legislation/registration/config", nil
        ),
        (
            .register(.init(registrationId: "r-1")), "PUT /v1/player/legislation/register",
            #"{"registrationId":"r-1"}"#
        ),
        (
            .resetPassword(mobilePrefix: "+351", mobile: "9"),
            "POST /v1/player/resetPasswordByMobilePhone?mobileNumber=9&mobilePrefix=%2B351", nil
        ),
        (
            .validateResetCode(tokenId: "t", code: "1 2"),
            "POST /v1/player/resetPasswordByMobilePhone/validate?tokenId=t&validationCode=1%202",
            nil
        ),
        (
            .setPassword(.init(hashKey: "h", plainTextPassword: "p", isUserHash: true)),
            "POST /v1/player/ResetPasswordByHashKey",
            #"{"hashKey":"h","isUserHash":true,"plainTextPassword":"p"}"#
        ),
        (.getBalance(userId: "1"), "GET /v2/player/1/balance session", nil),
        (.getUpdates(userId: "1"), "GET /v2/player/1/information/updates session", nil),
        (
            .getPaymentSession(userId: "1", payment, idempotencyKey: "k"),
            "POST /v1/player/1/payment/GetPaymentSession session key",
            #"{"CancelUrl":"c","Channel":"mobile","FailUrl":"f","Language":"en","SuccessUrl":"s","#
                + #""Type":"Deposit","currency":"EUR","isShortCashier":false,"#
                + #""productType":"Sports","showBonusSelectionInput":true}"#
        ),
        (
            .getPaymentStatus(userId: "1", transactionId: "tx-9"),
            "GET /v1/player/1/payment/tx-9/status session", nil
        ),
        (
            .getBankingTransactions(userId: "1", history),
            "GET /v1/player/1/transactions/banking?startDate=2026-10-01T00%3A00%3A00.000Z"
                + "&page=2&types=0%2C1 session", nil
        ),
        (.getLimits(userId: "1"), "GET /v1/player/1/limits/monetary session", nil),
        (
            .setLimit(userId: "1", limit), "POST /v1/player/1/limits/monetary session",
            #"{"amount":100,"currency":"EUR","period":"Daily","products":["Sports"],"#
                + #""type":"Deposit","walletTypes":["Real"]}"#
        ),
        (
            .updateLimit(userId: "1", limitId: "l-1", limit, skipCoolOff: true),
            "PUT /v1/player/1/limits/monetary/l-1?skipCoolOff=true session",
            #"{"amount":100,"currency":"EUR","period":"Daily","products":["Sports"],"#
                + #""type":"Deposit","walletTypes":["Real"]}"#
        ),
        (
            .deleteLimit(userId: "1", limitId: "l-1", skipCoolOff: false),
            "DELETE /v1/player/1/limits/monetary/l-1?skipCoolOff=false session", nil
        ),
        (.getDocumentTypes, "GET /v1/player/documents/types", nil),
        (.getDocuments(userId: "1"), "GET /v1/player/1/documents session", nil),
        (.getVerification(userId: "1"), "GET /v1/player/1/verification session", nil),
        (.getConsents, "GET /v1/player/consents", nil),
        (.getUserConsents(userId: "1"), "GET /v1/player/1/consents session", nil),
        (
            .setUserConsents(userId: "1", .init(consentedVersions: [11], unConsentedVersions: [])),
            "PUT /v1/player/1/consents session",
            #"{"consentedVersions":[11],"unConsentedVersions":[]}"#
        ),
    ] as [(EveryMatrixPlayerAPI, String, String?)])
    func requestIsThatOfTheContract(
        _ api: EveryMatrixPlayerAPI, _ line: String, _ body: String?
    ) throws {
        let endpoint = try EveryMatrix.PlayerEndpoint(url: "http://h", api)
        var words = [endpoint.method.rawValue, String(endpoint.address.dropFirst(8))]
        if endpoint.requireSessionKey { words.append("session") }
        let names = endpoint.headers.map(\.name)
        if names.contains("Idempotency-Key") { words.append("key") }
        #expect(words.joined(separator: " ") == line)
        #expect(endpoint.body.map { String(decoding: $0.bytes, as: UTF8.self) } == body)
        #expect(endpoint.headers.first { $0.name == "X-Session-Type" }?.value == "others")
        #expect(endpoint.authHeaderKey(for: .sessionId) == "X-SessionId")
        #expect(endpoint.authHeaderKey(for: .userId) == nil)
        // A POST may be repeated with a key only.
        #expect(
            endpoint.isIdempotent == (endpoint.method != .post || words.last == "key"))
    }
}
