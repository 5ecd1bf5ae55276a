import Testing

@testable import ServicesProvider

/// Platform contract, section 5: each row of the tables (P9).
@Suite struct ErrorTableTests {
    private func failure(_ status: Int, _ body: String = "") -> ResponseFailure {
        EveryMatrixErrorTable().failure(of: .json(status, body))
    }

    private func account(_ code: String, _ message: String = "m") -> String {
        #"{"error":"e","success":false,"errorCode":0,"errorSourceName":"player","#
            + #""thirdPartyResponse":{"errorCode":"\#(code)","message":"\#(message)","errors":{}}}"#
    }

    @Test(arguments: [
        (400, "", ServiceProviderError.badRequest, false), (401, "", .unauthorized, true),
        (403, "", .forbidden, true), (403, #"{"error":"Forbidden"}"#, .forbidden, true),
        (404, "", .notFound, false), (410, "", .resourceUnavailableOrDeleted, false),
        (409, "", .conflict(key: "409", message: ""), false),
        (422, "", .conflict(key: "920", message: ""), false),
        (424, #"{"error":"bank"}"#, .errorDetailedMessage(key: "424", message: "bank"), false),
        (429, "", .rateLimitExceeded, false), (500, "", .internalServerError, false),
        (502, "<html>", .internalServerError, false), (503, "", .internalServerError, false),
        (504, "", .internalServerError, false),
        (503, #"{"maintenance":true,"message":"soon"}"#, .maintenanceMode(message: "soon"), false),
        (418, "", .unknown, false), (302, "", .unknown, false),
    ]) func statusWithoutACode(
        _ status: Int, _ body: String, _ error: ServiceProviderError, _ isSessionRefused: Bool
    ) {
        let failure = failure(status, body)
        #expect(failure.error == error)
        #expect(failure.isSessionRefused == isSessionRefused)
    }

    @Test(arguments: [
        ("GmErr_USER_AUTH_FAILED", ServiceProviderError.invalidEmailPassword),
        ("GmErr_UNREGISTERED_USER", .invalidEmailPassword),
        ("GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS", .failedTempLock(date: "")),
        ("GmErr_USERNAME_ALREADY_EXISTS", .invalidSignUpUsername),
        ("GmErr_USERNAME_REQUIRED", .invalidSignUpUsername),
        ("GmErr_INVALID_CODE", .invalidMobileVerifyCode),
        ("GmErr_CODE_MISSING", .invalidMobileVerifyCode),
    ]) func accountCode(_ code: String, _ error: ServiceProviderError) {
        for status in [400, 403, 409, 500] {
            #expect(failure(status, account(code)).error == error)
            #expect(!failure(status, account(code)).isSessionRefused)
        }
    }

    @Test(arguments: [
        "GmErr_USER_ACCOUNT_BLOCKED", "GmErr_LOGIN_DENIED", "GmErr_USER_NOT_ACTIVATED",
        "GmErr_USER_NOT_VERIFIED", "GmErr_USER_EMAIL_NOT_VERIFIED", "GmErr_REGISTER_UNDERAGE",
        "GmErr_USER_4TS_CHECK_EXISTS", "GmErr_INVALID_PHONE_NUMBER",
        "GmErr_INVALID_USER_DOCUMENT", "GmErr_UNEXPECTED_EXCEPTION", "GmErr_ANY_OTHER",
    ]) func otherAccountCodesKeepKeyAndMessage(_ code: String) {
        #expect(
            failure(403, account(code, "why")).error
                == .errorDetailedMessage(key: code, message: "why"))
    }

    @Test(arguments: ["GmErr_EXPIRED_TOKEN", "GmErr_TOKEN_NOT_FOUND", "Unauthorized"])
    func codesOfAnExpiredSessionCountAsOne(_ code: String) {
        for status in [401, 403] {
            #expect(failure(status, account(code)).error == .unauthorized)
            #expect(failure(status, account(code)).isSessionRefused)
        }
        #expect(!failure(400, account(code)).isSessionRefused)
    }

    @Test func codeIsReadFromAllThreeShapes() {
        #expect(
            failure(409, #"{"success":false,"response":{"errorCode":"106","errorMessage":"m"}}"#)
                .error == .insufficientFunds)
        #expect(
            failure(409, #"{"trackingId":"k3","errorCode":139,"message":"moved"}"#).error
                == .errorDetailedMessage(key: "139", message: "moved"))
        // An errorCode of 0 at the top is none.
        #expect(failure(400, #"{"errorCode":0,"message":"m"}"#).error == .badRequest)
        #expect(failure(400, #"{"errorCode":"0"}"#).error == .badRequest)
        // The inner one counts before the outer.
        #expect(
            failure(400, #"{"errorCode":7,"thirdPartyResponse":{"errorCode":"106"}}"#).error
                == .insufficientFunds)
    }

    @Test func limitAndBlockersAreNamed() {
        #expect(
            failure(
                409,
                #"{"response":{"errorCode":"121"},"limit":{"type":"Loss","period":"Daily"}}"#
            ).error == .limitExceeded(LimitKind(subject: .loss, period: .daily)))
        #expect(
            failure(409, #"{"response":{"errorCode":"121"}}"#).error
                == .limitExceeded(LimitKind(subject: nil, period: nil)))
        let blocked = failure(
            403,
            #"{"thirdPartyResponse":{"errorCode":"SESSION_BLOCKED"},"#
                + #""sessionBlockers":["has-to-set-consents"]}"#)
        #expect(blocked.error == .sessionBlocked([.consents]))
        #expect(!blocked.isSessionRefused)
    }

    @Test func codeKeepsItsMeaningBesideWhatCannotBeRead() {
        #expect(
            failure(409, #"{"response":{"errorCode":"121"},"limit":"Loss"}"#).error
                == .limitExceeded(LimitKind(subject: nil, period: nil)))
        let blocked = failure(
            403,
            #"{"thirdPartyResponse":{"errorCode":"SESSION_BLOCKED"},"sessionBlockers":7}"#)
        #expect(blocked.error == .sessionBlocked([]) && !blocked.isSessionRefused)
    }

    @Test func badShapesOfAmountsAndCurrencies() {
        #expect(failure(400, account("901")).error == .badRequest)
        #expect(failure(400, account("902")).error == .badRequest)
    }
}
