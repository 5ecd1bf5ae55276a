import Testing

@testable import ServicesProvider

/// What answers of the second provider mean: contract of the second provider, sections 8 and 9.
@Suite struct SportRadarErrorTableTests {
    private struct Asked: Decodable, Sendable {
        let paymentId: String
    }

    /// The error of an answer of accounts; `nil` for a success.
    private func error(_ body: String, status: Int = 200) -> ServiceProviderError? {
        let (table, response) = (
            SportRadarAccountErrorTable(), HTTPTransportResponse.json(status, body)
        )
        guard table.isSuccess(response) else { return table.failure(of: response).error }
        do throws(ServiceProviderError) {
            _ = try table.decode(Asked.self, from: response)
            return nil
        } catch { return error }
    }

    @Test func statusesHaveTheirErrors() {
        for (body, expected) in [
            (#"{"status":"SUCCESS","paymentId":"1"}"#, nil),
            // Any other with all that was asked for.
            (#"{"status":"PARTIAL","paymentId":"1"}"#, nil), (#"{"paymentId":"1"}"#, nil),
            (#"{"status":"FAIL_UN_PW","paymentId":"1"}"#, .invalidEmailPassword),
            (#"{"status":"FAIL_QUICK_OPEN_STATUS"}"#, .quickSignUpIncomplete),
            (
                #"{"status":"FAIL_TEMP_LOCK","lockUntilDateFormatted":"02-10-2026 16:12:15"}"#,
                .failedTempLock(date: "02-10-2026 16:12:15")
            ),
            (#"{"status":"FAIL_TEMP_LOCK"}"#, .failedTempLock(date: "")),
            (#"{"status":"NOT_LOGGED_IN_ERROR"}"#, .unauthorized),
            (#"{"status":"X","errors":[{"field":"email","error":"E"}]}"#, .invalidSignUpEmail),
            (
                #"{"status":"X","errors":[{"field":"username","error":"E"}],"paymentId":"1"}"#,
                .invalidSignUpUsername
            ),
            (
                #"{"status":"X","errors":[1,{"field":"password","error":"E"}]}"#,
                .invalidSignUpPassword
            ),
            (
                #"{"status":"X","errors":[{"field":"country","error":"E"}]}"#,
                .errorDetailedMessage(key: "country", message: "E")
            ),
            (
                #"{"status":"FAIL_OTHER","message":"m"}"#,
                .errorDetailedMessage(key: "FAIL_OTHER", message: "m")
            ),
            (#"{"status":"FAIL_NOT_FOUND"}"#, .notFound),
            (#"{"status":"FAIL_INSUFFICIENT_FUNDS"}"#, .insufficientFunds),
            (
                #"{"status":"FAIL_LIMIT_EXCEEDED","limit":{"type":"Loss","period":"Daily"}}"#,
                .limitExceeded(LimitKind(subject: .loss, period: .daily))
            ),
            (
                #"{"status":"FAIL_LIMIT_EXCEEDED","limit":"7"}"#,
                .limitExceeded(LimitKind(subject: nil, period: nil))
            ),
            (
                #"{"status":"SESSION_BLOCKED","sessionBlockers":["has-to-set-consents"]}"#,
                .sessionBlocked([.consents])
            ),
            (#"{"status":"SUCCESS"}"#, .decodingError(message: "Asked: .paymentId is missing")),
            ("no JSON", .decodingError(message: "Asked: cannot be read")),
        ] as [(String, ServiceProviderError?)] {
            #expect(error(body) == expected, "\(body)")
        }
    }

    @Test func httpStatusesAreThoseOfThePlatform() {
        for (status, body, expected) in [
            (401, "", ServiceProviderError.unauthorized), (404, "", .notFound),
            (422, #"{"message":"m"}"#, .conflict(key: "920", message: "m")),
            (429, "", .rateLimitExceeded), (500, "", .internalServerError),
            (503, #"{"maintenance":true,"message":"m"}"#, .maintenanceMode(message: "m")),
            (418, "", .unknown),
        ] {
            #expect(error(body, status: status) == expected)
        }
    }

    /// What a refresh is for: sections 8 and 9.
    @Test func sessionsAreRefusedByStatusAnd401Alone() {
        let accounts = SportRadarAccountErrorTable()
        let bets = SportRadarBettingErrorTable(area: .betting)
        let refused = HTTPTransportResponse.json(200, #"{"status":"NOT_LOGGED_IN_ERROR"}"#)
        #expect(!accounts.isSuccess(refused) && accounts.failure(of: refused).isSessionRefused)
        let wrong = HTTPTransportResponse.json(200, #"{"status":"FAIL_UN_PW"}"#)
        #expect(!accounts.failure(of: wrong).isSessionRefused)
        #expect(bets.failure(of: .json(401)).isSessionRefused)
        let forbidden = bets.failure(of: .json(403, #"{"error":"Forbidden"}"#))
        #expect(!forbidden.isSessionRefused && forbidden.error == .forbidden)
    }

    @Test func nothingThatWasAskedForIsSuccessAlone() {
        let table = SportRadarAccountErrorTable()
        #expect(throws: Never.self) { try table.check(.json(200, #"{"status":"SUCCESS"}"#)) }
        for (body, error) in [
            (#"{"status":"X"}"#, ServiceProviderError.errorDetailedMessage(key: "X", message: "")),
            ("{}", .invalidResponse), ("", .invalidResponse),
        ] {
            #expect(throws: error) { try table.check(.json(200, body)) }
        }
    }

    @Test func cashoutsHaveCodesAndMessages() {
        let table = SportRadarBettingErrorTable(area: .cashout)
        #expect(table.isSuccess(.json(200, #"{"cashoutResult":0}"#)))
        let message = HTTPTransportResponse.json(200, #"{"cashoutResult":0,"message":""}"#)
        #expect(!table.isSuccess(message))
        #expect(table.failure(of: message).error == .errorMessage(message: ""))
        #expect(table.failure(of: .json(404)).error == .cashout(.noCurrentOdds))
        #expect(
            table.failure(of: .json(409, #"{"errorCode":139,"message":"m"}"#)).error
                == .cashout(.outOfThreshold))
        // Of bets a message alone is none.
        #expect(SportRadarBettingErrorTable(area: .betting).isSuccess(message))
    }
}
