import OddsJSON

// Limits, exclusions and documents.
extension Platform {
    /// The player's limits.
    package func limits(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.limits(of: $1) }
    }

    /// Sets a limit.
    package func setLimit(
        _ access: Access, _ body: JSONReader
    ) async throws(Refusal) -> JSONValue {
        let type = try body.choice("type", of: LimitType.self)
        let period = try body.choice("period", of: LimitPeriod.self)
        let amount = try body.amount("amount")
        let currency = try body.text("currency", default: "")
        return try await asPlayer(access) { transaction, player in
            guard currency.isEmpty || currency == player.currency.code else {
                throw Refusal(
                    400, "902", "currency: the wallet's is \(player.currency.code)")
            }
            return try transaction.setLimit(of: player, type, period, amount)
        }
    }

    /// Changes a limit.
    package func changeLimit(
        _ access: Access, id: some StringProtocol, _ body: JSONReader, skipsCoolOff: Bool
    ) async throws(Refusal) -> JSONValue {
        let amount = try body.amount("amount")
        let limit = Self.number(id, prefix: "l-")
        let skips = skipsCoolOff && settings.allowsSkippingCoolOff
        return try await asPlayer(access) { transaction, player in
            guard let limit else { throw Refusal.notFound }
            return try transaction.changeLimit(
                limit, of: player, to: amount, skipsCoolOff: skips)
        }
    }

    /// Ends a limit.
    package func deleteLimit(
        _ access: Access, id: some StringProtocol, skipsCoolOff: Bool
    ) async throws(Refusal) -> JSONValue {
        let limit = Self.number(id, prefix: "l-")
        let skips = skipsCoolOff && settings.allowsSkippingCoolOff
        return try await asPlayer(access) { transaction, player in
            guard let limit else { throw Refusal.notFound }
            return try transaction.deleteLimit(limit, of: player, skipsCoolOff: skips)
        }
    }

    /// Pauses or excludes the player, and ends all sessions.
    package func exclude(_ access: Access, _ body: JSONReader) async throws(Refusal) {
        let exclusion = try Exclusion(body, now: clock.milliseconds)
        try await asPlayer(access) { try $0.exclude($1, exclusion) }
    }

    // MARK: Documents

    /// The types of documents.
    package var documentTypes: JSONValue { DocumentType.list }

    /// The player's documents.
    package func documents(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.documents(of: $1) }
    }

    /// Keeps a document's description.
    package func upload(
        _ access: Access, type name: String, _ files: [DocumentFile]
    ) async throws(Refusal) -> JSONValue {
        guard let type = DocumentType(rawValue: name) else {
            let known = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badShape("documentType: expected one of \(known)")
        }
        return try await asPlayer(access) { try $0.keepDocument(type, files, of: $1) }
    }

    /// How far the player's verification is.
    package func verification(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.verification(of: $1) }
    }

    /// Whether the session is one of that player's, before a large body is read.
    package func check(_ access: Access) async throws(Refusal) {
        try await asPlayer(access) { _, _ in }
    }
}
