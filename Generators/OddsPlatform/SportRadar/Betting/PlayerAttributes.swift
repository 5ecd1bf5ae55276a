import OddsJSON

/// A setting of a player at the second provider: which changes of the odds are taken without
/// being asked.
enum PlayerAttribute: Int64, CaseIterable, Sendable {
    /// For both of the others.
    case oddsChange = 648
    /// For events that have begun.
    case inRunning = 667
    /// For events to come.
    case beforeMatch = 668

    fileprivate var name: String {
        switch self {
        case .oddsChange: "OddsChange"
        case .inRunning: "OddsChangeInRunning"
        case .beforeMatch: "OddsChangePreMatch"
        }
    }

    /// Those that have its value once it is set.
    fileprivate var covered: [PlayerAttribute] {
        self == .oddsChange ? Self.allCases : [self]
    }
}

/// The values of settings.
private enum OddsChangeValue: String, CaseIterable {
    /// Equal odds alone.
    case none
    /// Higher odds as well.
    case higher

    var policy: OddsPolicy {
        switch self {
        case .none: .none
        case .higher: .higher
        }
    }
}

extension SportRadarBets {
    /// All settings of the player.
    package func attributes(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { try $0.attributes(of: $1.id) }
    }

    /// Sets some, and answers all.
    package func updateAttributes(
        _ access: Access, _ body: JSONValue
    ) async throws(Refusal) -> JSONValue {
        guard case .array(let elements) = body else { throw .badShape("expected a list") }
        var changes: [(attribute: PlayerAttribute, value: OddsChangeValue)] = []
        for (index, element) in elements.enumerated() {
            let reader = try JSONReader(element, path: "[\(index)]")
            let id = try reader.integer("id", in: 0...Int64.max)
            guard let attribute = PlayerAttribute(rawValue: id) else {
                let known = PlayerAttribute.allCases.map { "\($0.rawValue)" }
                throw .badShape("[\(index)].id: expected one of \(known.joined(separator: ", "))")
            }
            changes.append((attribute, try reader.choice("value", of: OddsChangeValue.self)))
        }
        let known = changes
        return try await platform.asPlayer(access) { transaction, player in
            for (attribute, value) in known {
                for covered in attribute.covered {
                    try transaction.run(
                        "REPLACE INTO attribute (player, id, value) VALUES (?, ?, ?)",
                        [player.id, covered.rawValue, value.rawValue])
                }
            }
            return try transaction.attributes(of: player.id)
        }
    }
}

extension Transaction {
    private func value(of attribute: PlayerAttribute, _ player: Int64) throws -> OddsChangeValue {
        try row(
            "SELECT value FROM attribute WHERE player = ? AND id = ?",
            [player, attribute.rawValue]
        ).flatMap { OddsChangeValue(rawValue: $0[0]) } ?? .none
    }

    fileprivate func attributes(of player: Int64) throws -> JSONValue {
        .array(
            try PlayerAttribute.allCases.map { attribute in
                [
                    "id": .number(attribute.rawValue), "name": .string(attribute.name),
                    "value": .string(try value(of: attribute, player).rawValue),
                ]
            })
    }

    /// Which changes of the odds a player takes without being asked.
    func oddsPolicies(of player: Int64) throws -> (inRunning: OddsPolicy, beforeMatch: OddsPolicy) {
        (
            try value(of: .inRunning, player).policy,
            try value(of: .beforeMatch, player).policy
        )
    }
}
