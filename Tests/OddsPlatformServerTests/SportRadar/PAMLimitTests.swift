import OddsJSON
import PlatformFixture
import Testing

/// Limits, locks, documents and consents: contract of the second provider, section 8.
@Suite(.timeLimit(.minutes(5))) struct PAMLimitTests {
    private func pass(hours: Int, _ running: RunningPlatform) async throws {
        _ = try await running.platform.advanceClock(
            running.reader(#"{"advanceSeconds":\#(hours * 3_600)}"#))
    }

    @Test func depositLimitsAreText() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let none = try await ana.pam("GET", "getPersonalDepositLimits")
            #expect(
                none == [
                    "status": "SUCCESS", "dailyLimit": nil, "weeklyLimit": nil,
                    "monthlyLimit": nil, "currency": "EUR", "hasPendingWeeklyLimit": "false",
                    "pendingWeeklyLimit": nil, "pendingWeeklyLimitEffectiveDate": nil,
                ])
            let set = { (amount: String) in
                try await ana.pam("GET", "setPersonalDepositLimits", [("weeklyLimit", amount)])
            }
            #expect(try await set("100")["weeklyLimit"] == "100.00")
            // A higher one holds later, a lower one at once.
            let pending = try await set("200.00")
            #expect(pending["weeklyLimit"] == "100.00")
            #expect(pending["hasPendingWeeklyLimit"] == "true")
            #expect(pending["pendingWeeklyLimit"] == "200.00")
            let date = try pending.text("pendingWeeklyLimitEffectiveDate")
            #expect(date.wholeMatch(of: #/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/#) != nil)
            #expect(try await set("50.00")["weeklyLimit"] == "50.00")
            #expect(try await set("60.00")["pendingWeeklyLimit"] == "60.00")
            try await pass(hours: 24, running)
            let login = try await SportRadarPlayer(running, of: ana.player)
            let later = try await login.pam("GET", "getPersonalDepositLimits")
            #expect(later["weeklyLimit"] == "60.00")
            #expect(later["hasPendingWeeklyLimit"] == "false")
            #expect(
                try await login.status("GET", "setPersonalDepositLimits", [("weeklyLimit", "x")])
                    == "FAIL_INVALID_ARGUMENT")
        }
    }

    @Test func wagerLimitIsOneOfAWeek() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            #expect(
                try await ana.pam("GET", "getLimits") == [
                    "status": "SUCCESS", "wagerLimit": nil, "lossLimit": nil, "currency": "EUR",
                    "pendingWagerLimit": nil,
                ])
            _ = try await ana.pam("GET", "updateWagerLimit", [("limit", "30.00")])
            let limits = try await ana.pam("GET", "updateWagerLimit", [("limit", "40.5")])
            #expect(limits["wagerLimit"] == "30.00")
            #expect(limits["pendingWagerLimit"]?["limit"] == "40.50")
            #expect(limits["pendingWagerLimit"]?["limitNumber"] == .number("40.5"))
            #expect(limits["pendingWagerLimit"]?["effectiveDate"] != nil)
            // It is the other provider's limit as well.
            let session = try await running.login(ana.player)
            let elsewhere = try await running.ask(
                "GET", "/v1/player/\(ana.player.id)/limits/monetary", session: session)
            let limit = try elsewhere.json()["limits"]?[0]
            #expect(limit?["type"] == "Wagering" && limit?["period"] == "Weekly")
        }
    }

    @Test(
        arguments: ["DEPOSIT_LIMIT", "WAGER_LIMIT", "LOSS_LIMIT"],
        ["DAILY", "WEEKLY", "MONTHLY"])
    func eachLimitHasATypeAndAPeriod(_ type: String, _ period: String) async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let kind = [("limitType", type), ("periodType", period)]
            let set = try await ana.pam(
                "GET", "updateResponsibleGamingLimit", kind + [("limit", "12.34")])
            #expect(
                set == [
                    "status": "SUCCESS", "limitType": .string(type), "periodType": .string(period),
                    "limit": "12.34", "limitNumber": .number("12.34"), "currency": "EUR",
                    "pendingLimit": nil,
                ])
            #expect(try await ana.pam("GET", "getResponsibleGamingLimit", kind) == set)
            let limits = try await ana.pam("GET", "getLimits")
            let isWeekly = period == "WEEKLY"
            #expect(
                limits["wagerLimit"]
                    == (isWeekly && type == "WAGER_LIMIT" ? "12.34" : .null))
            #expect(
                limits["lossLimit"] == (isWeekly && type == "LOSS_LIMIT" ? "12.34" : .null))
            #expect(
                try await ana.status("GET", "getResponsibleGamingLimit", [("limitType", type)])
                    == "FAIL_INVALID_ARGUMENT")
        }
    }

    @Test(arguments: [("DAY", 1, 24), ("WEEK", 2, 14 * 24), ("MONTH", 1, 30 * 24)])
    func lockEndsAllSessionsAndIsOverAfterItsTime(
        _ unit: String, _ count: Int, _ hours: Int
    ) async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let other = try await running.login(ana.player)
            let items = [
                ("lockType", "TIMEOUT"), ("isPermanent", "false"), ("lockPeriodUnit", unit),
                ("lockPeriod", "\(count)"),
            ]
            #expect(try await ana.status("POST", "lockPlayer", items) == "SUCCESS")
            #expect(try await ana.status("GET", "getBalance") == "NOT_LOGGED_IN_ERROR")
            let balance = try await running.ask(
                "GET", "/v2/player/\(ana.player.id)/balance", session: other)
            #expect(balance.status == 403)
            let locked = try await running.pamLogin(ana.player)
            #expect(locked["status"] == "FAIL_TEMP_LOCK")
            #expect(try !locked.text("lockUntilDateFormatted").isEmpty)
            try await pass(hours: hours - 1, running)
            #expect(try await running.pamLogin(ana.player)["status"] == "FAIL_TEMP_LOCK")
            try await pass(hours: 1, running)
            #expect(try await running.pamLogin(ana.player)["status"] == "SUCCESS")
        }
    }

    @Test func permanentLockNeverEnds() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            for items in [
                [("lockType", "NAP"), ("isPermanent", "true")], [("lockType", "TIMEOUT")],
                [("lockType", "TIMEOUT"), ("lockPeriodUnit", "DAY"), ("lockPeriod", "0")],
                [("lockType", "TIMEOUT"), ("lockPeriodUnit", "YEAR"), ("lockPeriod", "11")],
                [("lockType", "TIMEOUT"), ("isPermanent", "yes")],
            ] {
                #expect(
                    try await ana.status("POST", "lockPlayer", items) == "FAIL_INVALID_ARGUMENT")
            }
            let items = [("lockType", "TIMEOUT"), ("isPermanent", "true")]
            #expect(try await ana.status("POST", "lockPlayer", items) == "SUCCESS")
            try await pass(hours: 10 * 365 * 24, running)
            let locked = try await running.pamLogin(ana.player)
            #expect(locked["lockUntilDateFormatted"] == "31-12-9999 00:00:00")
        }
    }

    // MARK: Documents and consents

    @Test func documentsAreUploadedAndListed() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let types = try await ana.pam("GET", "getDocumentTypes")["documentTypes"]
            #expect(
                types?[0] == [
                    "documentType": "IDENTITY_CARD", "issueDateRequired": false,
                    "expiryDateRequired": true, "documentNumberRequired": false,
                    "multipleFileRequired": true,
                ])
            let upload = { (name: String, type: String, files: [String]) in
                try await running.pamForm(
                    name, [("documentType", type)], files: files, session: ana.session)
            }
            let one = try await upload("uploadUserDocument", "PASSPORT", ["passport.pdf"])
            #expect(try one.json() == ["status": "SUCCESS"])
            let two = try await upload(
                "uploadMultiUserDocument", "IDENTITY_CARD", ["front.pdf", "back.pdf"])
            #expect(try two.json() == ["status": "SUCCESS"])
            for (name, type, files) in [
                ("uploadUserDocument", "PASSPORT", ["a.pdf", "b.pdf"]),
                ("uploadUserDocument", "PASSPORT", []),
                ("uploadUserDocument", "LIBRARY_CARD", ["a.pdf"]),
            ] {
                let refused = try await upload(name, type, files)
                #expect(refused.status == 200)
                #expect(try refused.json()["status"] == "FAIL_INVALID_ARGUMENT")
            }
            let documents = try await ana.pam("GET", "getUserDocuments")["userDocuments"]
            #expect(documents?[0]?["documentType"] == "PASSPORT")
            #expect(documents?[0]?["fileName"] == "passport.pdf")
            #expect(documents?[1]?["status"] == "PENDING")
            #expect(
                documents?[1]?["userDocumentFiles"]
                    == [["fileName": "front.pdf"], ["fileName": "back.pdf"]])
            #expect(documents?[2] == nil)
            #expect(try await ana.pam("GET", "getPlayerInfo")["kycStatus"] == "PENDING")
        }
    }

    @Test func consentsAreListedAndSaved() async throws {
        try await withSportRadar { running in
            let ana = try await SportRadarPlayer(running)
            let texts = try await running.pam("GET", "consents").json()["consents"]
            #expect(
                texts?[0] == [
                    "id": 1, "key": "terms", "name": "Terms", "consentVersionId": 11,
                    "isMandatory": true,
                ])
            let statuses = { (consents: JSONValue) in
                [0, 1].map { consents["userConsents"]?[$0]?["consentStatus"] }
            }
            let before = try await ana.pam("GET", "user/consents")
            #expect(statuses(before) == ["CONSENTED", "NOT_CONSENTED"])
            #expect(before["userConsents"]?[0]?["consent"] == texts?[0])
            let saved = try await ana.pam(
                "POST", "user/consents/save",
                [("consentedVersions", "12"), ("unConsentedVersions", "11")])
            #expect(statuses(saved) == ["NOT_CONSENTED", "CONSENTED"])
            let login = try await running.pamLogin(ana.player)
            #expect(
                login["securityVerificationRequiredFields"] == ["has-to-set-consents"])
            let both = try await ana.pam(
                "POST", "user/consents/save",
                [("consentedVersions", "11"), ("consentedVersions", "12")])
            #expect(statuses(both) == ["CONSENTED", "CONSENTED"])
            for version in ["99", "x"] {
                #expect(
                    try await ana.status(
                        "POST", "user/consents/save", [("consentedVersions", version)])
                        == "FAIL_INVALID_ARGUMENT")
            }
        }
    }
}
