import OddsJSON

// Selections that are kept under a code, for whoever has it.
extension Transaction {
    private static let lifeMilliseconds: Int64 = 30 * 24 * 60 * 60_000
    /// The most codes: beyond it the oldest go.
    private static let bookingsMax = 100_000

    /// Keeps selections.
    ///
    /// - Returns: Their code.
    func book(_ offers: [String]) throws -> String {
        let list = JSONValue.array(offers.map { ["bettingOfferId": .string($0)] })
        try run("DELETE FROM booking WHERE created <= ?", [now - Self.lifeMilliseconds])
        try run(
            "DELETE FROM booking WHERE id <= (SELECT MAX(id) FROM booking) - ?",
            [Self.bookingsMax - 1])
        while true {
            let code = BookingCode.new()
            try run(
                "INSERT OR IGNORE INTO booking (code, selections, created) VALUES (?, ?, ?)",
                [code, String(decoding: list.json, as: UTF8.self), now])
            if changedCount > 0 { return code }
        }
    }

    /// The selections under a code, as JSON.
    ///
    /// - Throws: 404 if there is none.
    func booking(_ code: String) throws -> JSONValue {
        guard
            let row = try row(
                "SELECT selections FROM booking WHERE code = ? AND created > ?",
                [code, now - Self.lifeMilliseconds])
        else { throw Refusal.notFound }
        let bytes = Array((row[0] as String).utf8)
        return ["selections": try bytes.withUnsafeBytes { try JSONValue(json: $0) }]
    }
}

enum BookingCode {
    /// Without letters and digits that look alike.
    private static let letters = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")

    /// Six letters or digits.
    static func new() -> String { String((0..<6).map { _ in letters.randomElement() ?? "A" }) }
}

extension Platform {
    /// Keeps selections for whoever has the code.
    package func book(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let objects = try body.objects("selections")
        guard (1...Ticket.selectionsMax).contains(objects.count) else {
            throw .badShape("selections: expected 1 to \(Ticket.selectionsMax)")
        }
        var offers: [String] = []
        for object in objects { offers.append(try object.text("bettingOfferId", max: 20)) }
        let list = offers
        return ["code": .string(try await state.transact { try $0.book(list) })]
    }

    /// The selections under a code.
    package func booking(_ code: some StringProtocol) async throws(Refusal) -> JSONValue {
        let code = String(code)
        return try await state.transact { try $0.booking(code) }
    }
}
