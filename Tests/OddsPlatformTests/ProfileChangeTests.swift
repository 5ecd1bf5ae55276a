import Testing

@testable import OddsPlatform

/// Platform contract, sections 8.1 and 14: a change of a profile is looked at as a registration
/// is.
@Suite struct ProfileChangeTests {
    private static let inUse = "400 GmErr_USER_4TS_CHECK_EXISTS"
    private static let noNumber = "400 GmErr_INVALID_PHONE_NUMBER"
    private static let tooYoung = "400 GmErr_REGISTER_UNDERAGE"

    private func change(
        _ test: TestPlatform, _ access: Access, _ json: String
    ) async throws -> String {
        let before = try await test.platform.details(access)
        let code = try await code {
            _ = try await test.platform.changeDetails(access, parse(json))
        }
        if code != "done" { #expect(try await test.platform.details(access) == before, "\(json)") }
        return code
    }

    @Test func numberOfAnotherAccountIsRefusedHoweverItIsDivided() async throws {
        let test = try await TestPlatform()
        let (access, other) = (try await test.makeAccess(), try await test.makePlayer())
        let digits = other.username.dropFirst(4)
        for (prefix, mobile) in [("+351", "\(digits)"), ("+35", "1\(digits)")] {
            let json = #"{"mobilePhonePrefix":"\#(prefix)","mobilePhone":"\#(mobile)"}"#
            #expect(try await change(test, access, json) == Self.inUse)
        }
        #expect(try await change(test, access, #"{"mobilePhone":"\#(digits)"}"#) == Self.inUse)
        // It stays its owner's to reset the password by.
        try await test.reset(other.username, to: "new password")
        _ = try await test.platform.login(username: other.username, password: "new password")
    }

    @Test func nameOfAnotherAccountIsNoNumberToHave() async throws {
        let test = try await TestPlatform()
        let other = try await test.makePlayer()
        let others = try await test.access(of: other)
        #expect(
            try await change(test, others, #"{"mobilePhone":"912345678"}"#) == "done")
        let digits = other.username.dropFirst(4)
        let access = try await test.makeAccess()
        #expect(try await change(test, access, #"{"mobilePhone":"\#(digits)"}"#) == Self.inUse)
        #expect(try await change(test, access, #"{"mobilePhone":"912345678"}"#) == Self.inUse)
        // Who has it as a name may have it as a number again.
        #expect(try await change(test, others, #"{"mobilePhone":"\#(digits)"}"#) == "done")
    }

    @Test func numberThatAPlayerHasTakenCannotBeRegistered() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        #expect(try await change(test, access, #"{"mobilePhone":"912345678"}"#) == "done")
        #expect(
            try await code { _ = try await test.register(mobile: "912345678") } == Self.inUse)
        // Control makes no player of a number that is taken either.
        let next = String(900_000_001 + (try await test.platform.checkLedger().players))
        #expect(try await change(test, access, #"{"mobilePhone":"\#(next)"}"#) == "done")
        #expect(try await test.makePlayer().username != "+351\(next)")
    }

    @Test(arguments: [
        #"{"mobilePhone":"1'; DROP"}"#, #"{"mobilePhone":"12345"}"#, #"{"mobilePhone":""}"#,
        #"{"mobilePhone":"1234567890123"}"#, #"{"mobilePhone":"９１２３４５６７８"}"#,
        #"{"mobilePhonePrefix":"351"}"#, #"{"mobilePhonePrefix":"+"}"#,
        #"{"mobilePhonePrefix":""}"#, #"{"mobilePhonePrefix":"+3511"}"#,
        #"{"mobilePhonePrefix":"+35 ","mobilePhone":"912345678"}"#,
    ]) func numberOfAnotherFormIsRefused(_ json: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        #expect(try await change(test, access, json) == Self.noNumber)
    }

    @Test func bothPartsOfANumberCountTogether() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let none = #"{"mobilePhonePrefix":"","mobilePhone":""}"#
        #expect(try await change(test, access, none) == "done")
        #expect(try await change(test, access, #"{"mobilePhone":"912345678"}"#) == Self.noNumber)
        let both = #"{"mobilePhone":"912345678","mobilePhonePrefix":"+351"}"#
        #expect(try await change(test, access, both) == "done")
        // What is sent back as it is, is no change.
        #expect(try await change(test, access, both) == "done")
    }

    @Test(arguments: [
        ("2008-10-02", "done"), ("2008-10-03", tooYoung), ("2026-10-02", tooYoung),
        ("2999-01-01", tooYoung), ("1990-02-30", "400 -"), ("1990-02-29", "400 -"),
        ("1988-02-29", "done"), ("1990-13-01", "400 -"), ("1990-00-10", "400 -"),
        ("01.04.1990", "400 -"), ("1990-04-01T00:00:00Z", "400 -"), ("1990-04-01 ", "400 -"),
    ]) func birthDateIsThatOfAGrownUpAndExists(_ date: String, _ expected: String) async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        #expect(try await change(test, access, #"{"birthDate":"\#(date)"}"#) == expected)
        // As at the registration.
        let registered = try await code {
            _ = try await test.register(mobile: "912345678", birthDate: date)
        }
        #expect(registered == expected)
    }

    @Test func addressOfAnotherAccountIsRefused() async throws {
        let test = try await TestPlatform()
        let (access, other) = (try await test.makeAccess(), try await test.makeAccess())
        #expect(try await change(test, other, #"{"email":"ana@example.org"}"#) == "done")
        #expect(try await change(test, access, #"{"email":"ANA@example.org"}"#) == Self.inUse)
        #expect(try await change(test, access, #"{"email":"no address"}"#) == "400 -")
        #expect(try await change(test, access, #"{"email":"bea@example.org"}"#) == "done")
        #expect(try await change(test, other, #"{"email":""}"#) == "done")
        #expect(try await change(test, access, #"{"email":"ana@example.org"}"#) == "done")
    }

    @Test func oneWrongPropertyLeavesAllAsTheyAre() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        for json in [
            #"{"firstName":"Ana","mobilePhone":"1"}"#, #"{"firstName":"Ana","birthDate":"x"}"#,
            #"{"firstName":"Ana","email":"a b"}"#, #"{"firstName":"Ana","nope":1}"#,
        ] { #expect(try await change(test, access, json) != "done") }
    }
}
