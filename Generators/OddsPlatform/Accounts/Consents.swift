import OddsJSON

/// A text that players consent to.
struct ConsentText: Sendable {
    let id: Int64
    let key: String
    let version: Int64
    let name: String
    let isRequired: Bool

    /// All of them, in their current versions.
    static let all = [
        ConsentText(id: 1, key: "terms", version: 11, name: "Terms", isRequired: true),
        ConsentText(id: 2, key: "marketing", version: 12, name: "Marketing", isRequired: false),
    ]
}

// Consents, and what their lack blocks.
extension Transaction {
    /// The texts, as `consents` answers.
    static var consentTexts: JSONValue {
        [
            "consents": .array(
                ConsentText.all.map {
                    [
                        "id": .number($0.id), "key": .string($0.key),
                        "versionId": .number($0.version), "name": .string($0.name),
                        "required": .bool($0.isRequired),
                    ]
                })
        ]
    }

    /// What a player has said about each version.
    func consents(of player: Int64) throws -> JSONValue {
        let rows = try rows(
            "SELECT version, isGiven FROM consent WHERE player = ? ORDER BY version", [player])
        return [
            "userConsents": .array(
                rows.map {
                    [
                        "versionId": .number($0[0] as Int64),
                        "status": .string($0[1] ? "CONSENTED" : "NOT_CONSENTED"),
                    ]
                })
        ]
    }

    /// Notes what a player says about versions.
    func setConsents(of player: Int64, given: [Int64], withdrawn: [Int64]) throws {
        for (versions, isGiven) in [(given, true), (withdrawn, false)] {
            for version in versions {
                guard ConsentText.all.contains(where: { $0.version == version }) else {
                    throw Refusal.badShape("there is no consent version \(version)")
                }
                try run(
                    """
                    INSERT INTO consent (player, version, isGiven) VALUES (?, ?, ?)
                    ON CONFLICT (player, version) DO UPDATE SET isGiven = excluded.isGiven
                    """, [player, version, isGiven])
            }
        }
    }

    /// Gives all consents that are required.
    func giveRequiredConsents(of player: Int64) throws {
        try setConsents(
            of: player, given: ConsentText.all.filter(\.isRequired).map(\.version),
            withdrawn: [])
    }

    /// What a player has to do before placing and selling bets, and before paying. Bets, wallets
    /// and payments can be read all the same, and what has been begun goes on.
    func sessionBlockers(of player: Int64) throws -> [String] {
        for text in ConsentText.all where text.isRequired {
            let isGiven = try number(
                "SELECT isGiven FROM consent WHERE player = ? AND version = ?",
                [player, text.version])
            if isGiven == 0 { return ["has-to-set-consents"] }
        }
        return []
    }

    /// - Throws: 403 `SESSION_BLOCKED` with the blockers, if there are any.
    func refuseIfBlocked(_ player: Player) throws {
        let blockers = try sessionBlockers(of: player.id)
        guard !blockers.isEmpty else { return }
        throw Refusal(
            403, "SESSION_BLOCKED", "the session is blocked",
            members: [JSONMember("sessionBlockers", .array(blockers.map { .string($0) }))])
    }
}
