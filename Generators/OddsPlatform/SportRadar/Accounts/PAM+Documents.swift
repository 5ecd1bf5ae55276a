import OddsJSON

// Documents and consents.
extension PAM {
    /// The types of documents.
    package var documentTypes: JSONValue {
        let types = DocumentType.allCases.map { type -> JSONValue in
            [
                "documentType": .string(type.rawValue), "issueDateRequired": false,
                "expiryDateRequired": .bool(type.isExpiryDateRequired),
                "documentNumberRequired": false,
                "multipleFileRequired": .bool(type.areSeveralFilesRequired),
            ]
        }
        return ["documentTypes": .array(types)]
    }

    /// The player's documents.
    package func documents(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { transaction, player in
            let documents = try transaction.rows(
                "SELECT id, type, uploaded FROM document WHERE player = ? ORDER BY id",
                [player.id])
            let list = try documents.map { document -> JSONValue in
                let files = try transaction.rows(
                    "SELECT name FROM documentFile WHERE document = ? ORDER BY id",
                    [document[0] as Int64]
                ).map { row -> JSONValue in ["fileName": .string(row[0])] }
                return [
                    "documentType": .string(document[1]),
                    "fileName": files.first?["fileName"] ?? .null,
                    "status": .string(player.verification.rawValue),
                    "uploadDate": .string(WireDate.dayFirst(document[2])),
                    "userDocumentFiles": .array(files),
                ]
            }
            return ["userDocuments": .array(list)]
        }
    }

    /// Keeps a document's description.
    package func upload(
        _ access: Access, type: String, _ files: [DocumentFile]
    ) async throws(Refusal) {
        _ = try await platform.upload(access, type: type, files)
    }

    /// The texts to consent to.
    package var consents: JSONValue {
        ["consents": .array(ConsentText.all.map(\.pamJSON))]
    }

    /// All texts, and what the player has said about each.
    package func userConsents(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { try $0.pamConsents(of: $1.id) }
    }

    /// Notes what the player says about versions of texts.
    package func saveConsents(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let given = try arguments.versions("consentedVersions")
        let withdrawn = try arguments.versions("unConsentedVersions")
        return try await platform.asPlayer(access) { transaction, player in
            try transaction.setConsents(of: player.id, given: given, withdrawn: withdrawn)
            return try transaction.pamConsents(of: player.id)
        }
    }
}

extension RequestArguments {
    fileprivate func versions(_ name: String) throws(Refusal) -> [Int64] {
        try all(name).map { text throws(Refusal) in
            guard let version = Int64(text) else {
                throw .badShape("\(name): expected numbers of versions")
            }
            return version
        }
    }
}

extension ConsentText {
    fileprivate var pamJSON: JSONValue {
        [
            "id": .number(id), "key": .string(key), "name": .string(name),
            "consentVersionId": .number(version), "isMandatory": .bool(isRequired),
        ]
    }
}

extension Transaction {
    fileprivate func pamConsents(of player: Int64) throws -> JSONValue {
        let given = Set(
            try rows("SELECT version FROM consent WHERE player = ? AND isGiven", [player])
                .map { $0[0] as Int64 })
        let list = ConsentText.all.map { text -> JSONValue in
            [
                "consent": text.pamJSON,
                "consentStatus": given.contains(text.version) ? "CONSENTED" : "NOT_CONSENTED",
            ]
        }
        return ["userConsents": .array(list)]
    }
}
