import OddsJSON
import Testing

@testable import OddsPlatform

/// Platform contract, sections 8.4 to 8.6.
@Suite struct LimitTests {
    private func set(
        _ test: TestPlatform, _ access: Access, _ type: String = "Deposit",
        _ period: String = "Daily", _ amount: String = "100"
    ) async throws -> String {
        let answer = try await test.platform.setLimit(
            access,
            reader(
                #"{"amount":\#(amount),"currency":"EUR","period":"\#(period)","type":"\#(type)"}"#))
        return try (answer["limit"] ?? .null).text("id")
    }

    private func amount(_ test: TestPlatform, _ access: Access) async throws -> JSONValue? {
        try await test.platform.limits(access).list("limits").first?["amount"]
    }

    @Test func lowerHoldsAtOnceAndHigherAfterADay() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        var access = try await test.access(of: player)
        let id = try await set(test, access)
        func change(_ amount: Int, skips: Bool = false) async throws -> JSONValue {
            try await test.platform.changeLimit(
                access, id: id, reader(#"{"amount":\#(amount)}"#), skipsCoolOff: skips)
        }
        _ = try await change(80)
        #expect(try await amount(test, access) == 80)
        let higher = try await change(200, skips: true)
        #expect(higher["limit"]?["amount"] == 80)
        let schedules = try (higher["limit"] ?? .null).list("schedules")
        #expect(schedules.first?["amount"] == 200)
        #expect(schedules.first?["effectiveDate"] == "2026-10-03T16:12:15.648Z")
        // A new change replaces the scheduled one.
        _ = try await change(300)
        test.pass(minutes: 24 * 60 - 1)
        access = try await test.access(of: player)
        #expect(try await amount(test, access) == 80)
        test.pass(minutes: 1)
        #expect(try await amount(test, access) == 300)
    }

    @Test func deletionHoldsAfterADay() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let access = try await test.access(of: player)
        let id = try await set(test, access)
        _ = try await test.platform.deleteLimit(access, id: id, skipsCoolOff: false)
        #expect(try await amount(test, access) == 100)
        test.pass(days: 1)
        #expect(try await amount(test, test.access(of: player)) == nil)
    }

    @Test func coolOffCanBeSkippedWhereTheServerAllowsIt() async throws {
        var settings = TestPlatform.settings
        settings.allowsSkippingCoolOff = true
        let test = try await TestPlatform(settings)
        let access = try await test.makeAccess()
        let id = try await set(test, access)
        _ = try await test.platform.changeLimit(
            access, id: id, reader(#"{"amount":200}"#), skipsCoolOff: true)
        #expect(try await amount(test, access) == 200)
        _ = try await test.platform.deleteLimit(access, id: id, skipsCoolOff: true)
        #expect(try await amount(test, access) == nil)
    }

    @Test func secondLimitOfATypeAndPeriodIsAConflict() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        _ = try await set(test, access)
        #expect(try await code { _ = try await set(test, access) } == "409 -")
        _ = try await set(test, access, "Deposit", "Weekly")
        _ = try await set(test, access, "Loss", "Daily")
    }

    @Test func limitOfAnotherIs404() async throws {
        let test = try await TestPlatform()
        let id = try await set(test, test.makeAccess())
        let other = try await test.makeAccess()
        #expect(
            try await code {
                _ = try await test.platform.deleteLimit(other, id: id, skipsCoolOff: false)
            } == "404 -")
    }

    @Test func depositLimitCountsPendingOnesInARollingWindow() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let access = try await test.access(of: player)
        _ = try await set(test, access, "Deposit", "Daily", "50")
        try await test.pay(access, "Deposit", "30.00", "hold")
        try await test.pay(access, "Deposit", "20.00", "cancel")
        #expect(try await code { try await test.pay(access, "Deposit", "20.01") } == "409 121")
        try await test.pay(access, "Deposit", "20.00")
        test.pass(minutes: 24 * 60 - 1)
        let later = try await test.access(of: player)
        #expect(try await code { try await test.pay(later, "Deposit", "0.01") } == "409 121")
        // Younger than the window counts; as old as it does not.
        test.pass(minutes: 1)
        try await test.pay(later, "Deposit", "50.00")
    }

    @Test func refusalNamesTheLimit() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        _ = try await set(test, access, "Deposit", "Weekly", "10")
        let refused = try await refusal { try await test.pay(access, "Deposit", "10.01") }
        #expect(
            refused?.members == [
                JSONMember("limit", ["type": "Deposit", "period": "Weekly"])
            ])
    }

    @Test(arguments: [
        ("CoolOffFor24Hours", 1), ("CoolOffFor7Days", 7), ("CoolOffFor30Days", 30),
    ]) func pauseEndsSessionsAndRefusesLogins(_ period: String, _ days: Int64) async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let access = try await test.access(of: player)
        let held = try await test.pay(access, "Deposit", "5.00", "hold")
        try await test.platform.exclude(access, reader(#"{"coolOff":{"period":"\#(period)"}}"#))
        #expect(try await refusal { try await test.platform.check(access) } == .forbidden)
        test.pass(minutes: days * 24 * 60 - 1)
        #expect(
            try await code { _ = try await test.access(of: player) }
                == "403 GmErr_USER_ACCOUNT_BLOCKED")
        // What was pending goes on, and pays.
        _ = try await test.platform.endPayment(held, reader(#"{"status":"Completed"}"#))
        test.pass(minutes: 1)
        #expect(try await test.real(test.access(of: player)) == "5")
    }

    @Test func exclusionLastsUntilItsDateAndNoPauseShortensIt() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let (first, second) = (
            try await test.access(of: player), try await test.access(of: player)
        )
        try await test.platform.exclude(
            first,
            reader(
                """
                {"selfExclusion":{"period":"SelfExclusionUntilSelectedDate",\
                "expiryDate":"2027-01-01T00:00:00Z"}}
                """))
        #expect(try await refusal { try await test.platform.check(second) } == .forbidden)
        test.pass(days: 80)
        #expect(
            try await code { _ = try await test.access(of: player) }
                == "403 GmErr_USER_ACCOUNT_BLOCKED")
        test.pass(days: 11)
        _ = try await test.access(of: player)
    }

    @Test(arguments: [
        "{}", #"{"coolOff":{"period":"CoolOffForever"}}"#, #"{"coolOff":{}}"#,
        #"{"selfExclusion":{"period":"SelfExclusionUntilSelectedDate"}}"#,
        """
        {"selfExclusion":{"period":"SelfExclusionUntilSelectedDate",\
        "expiryDate":"2020-01-01T00:00:00Z"}}
        """,
        #"{"coolOff":{"period":"CoolOffFor7Days"},"selfExclusion":{}}"#,
    ]) func exclusionOfAnotherFormIsNone(_ body: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        #expect(
            try await code { try await test.platform.exclude(access, reader(body)) } == "400 -")
        try await test.platform.check(access)
    }

    // MARK: Documents

    @Test func verificationGoesItsWay() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        func status() async throws -> String {
            try await test.platform.verification(access).text("kycStatus")
        }
        func verify(_ status: String) async throws -> String {
            try await code {
                _ = try await test.platform.verify(
                    access.player, reader(#"{"status":"\#(status)","reason":"blurred"}"#))
            }
        }
        #expect(try await status() == "NONE")
        #expect(try await verify("APPROVED") == "409 -")
        let file = try DocumentFile(
            name: "front.jpg", first: [0xFF, 0xD8, 0xFF, 0xE0], byteCount: 4, sha256: "")
        let document = try await test.platform.upload(access, type: "IDENTITY_CARD", [file])
        #expect(document["status"] == "PENDING")
        #expect(try await status() == "PENDING")
        #expect(try await verify("REJECTED") == "done")
        #expect(try await test.platform.verification(access)["reason"] == "blurred")
        _ = try await test.platform.upload(access, type: "PASSPORT", [file])
        #expect(try await status() == "PENDING")
        #expect(try await verify("APPROVED") == "done")
        #expect(try await verify("REJECTED") == "409 -")
        let documents = try await test.platform.documents(access).list("userDocuments")
        #expect(documents.map { $0["documentType"] } == ["IDENTITY_CARD", "PASSPORT"])
    }

    @Test func documentsAreApprovedAfterTheDelay() async throws {
        var settings = TestPlatform.settings
        settings.verificationMilliseconds = 5_000
        let test = try await TestPlatform(settings)
        let access = try await test.makeAccess()
        _ = try await test.platform.verify(access.player, reader(#"{"status":"PENDING"}"#))
        test.pass(milliseconds: 4_999)
        try await test.platform.doWhatIsDue()
        #expect(try await test.platform.verification(access)["kycStatus"] == "PENDING")
        test.pass(milliseconds: 1)
        try await test.platform.doWhatIsDue()
        #expect(try await test.platform.verification(access)["kycStatus"] == "APPROVED")
    }

    @Test func fileIsKnownByItsFirstBytesAndItsSize() async throws {
        let kinds: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            Array("%PDF-1.7".utf8),
        ]
        for first in kinds {
            _ = try DocumentFile(name: "f", first: first, byteCount: 10 << 20, sha256: "")
            #expect(
                try await code {
                    _ = try DocumentFile(
                        name: "f", first: first, byteCount: 10 << 20 + 1, sha256: "")
                } == "413 -")
        }
        for first in [[], Array("<html>".utf8), [0x89, 0x50], Array("GIF89a".utf8)] {
            #expect(
                try await code {
                    _ = try DocumentFile(name: "f", first: first, byteCount: 1, sha256: "")
                } == "415 -")
        }
    }
}
