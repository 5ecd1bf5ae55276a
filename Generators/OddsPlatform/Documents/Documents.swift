import OddsJSON

/// What can be proved by a document.
enum DocumentType: String, CaseIterable, Sendable {
    case identityCard = "IDENTITY_CARD"
    case passport = "PASSPORT"
    case proofOfAddress = "PROOF_OF_ADDRESS"

    /// Whether both of its sides are needed.
    var areSeveralFilesRequired: Bool { self == .identityCard }
    /// Whether it is worthless after some day.
    var isExpiryDateRequired: Bool { self != .proofOfAddress }

    /// All of them, as `documents/types` answers.
    static var list: JSONValue {
        [
            "documentTypes": .array(
                allCases.map {
                    [
                        "documentType": .string($0.rawValue),
                        "multipleFileRequired": .bool($0.areSeveralFilesRequired),
                        "expiryDateRequired": .bool($0.isExpiryDateRequired),
                    ]
                })
        ]
    }
}

/// A file of a document. Its content is not kept.
package struct DocumentFile: Sendable {
    let name: String
    let byteCount: Int
    let sha256: String

    /// The largest file, in bytes.
    package static let bytesMax = 10 << 20
    /// The most files of a document.
    package static let countMax = 10

    /// - Parameters:
    ///   - first: Its first eight bytes, or more.
    ///   - sha256: In hexadecimal.
    /// - Throws: 413 if it is too large, 415 if it is no JPEG, PNG or PDF by its first
    ///   bytes.
    package init(
        name: String, first: [UInt8], byteCount: Int, sha256: String
    ) throws(Refusal) {
        guard byteCount <= Self.bytesMax else {
            throw Refusal(413, nil, "\(name): more than 10 MiB")
        }
        let signatures: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
            Array("%PDF-".utf8),
        ]
        guard signatures.contains(where: { first.starts(with: $0) }) else {
            throw Refusal(415, nil, "\(name): neither JPEG nor PNG nor PDF")
        }
        self.name = name
        self.byteCount = byteCount
        self.sha256 = sha256
    }
}

// Documents, and the verification that they lead to.
extension Transaction {
    /// Keeps a document's description. It waits for approval from now on, unless the
    /// player has been approved.
    func keepDocument(
        _ type: DocumentType, _ files: [DocumentFile], of player: Player
    ) throws -> JSONValue {
        try run(
            "INSERT INTO document (player, type, uploaded) VALUES (?, ?, ?)",
            [player.id, type.rawValue, now])
        let id = insertedID
        for file in files {
            try run(
                """
                INSERT INTO documentFile (document, name, byteCount, sha256) VALUES (?, ?, ?, ?)
                """, [id, file.name, file.byteCount, file.sha256])
        }
        if player.verification != .approved { try verify(player, .pending, reason: nil) }
        return try document(id, type.rawValue, now, .pending)
    }

    /// A player's documents.
    func documents(of player: Player) throws -> JSONValue {
        let rows = try rows(
            "SELECT id, type, uploaded FROM document WHERE player = ? ORDER BY id", [player.id])
        return [
            "userDocuments": .array(
                try rows.map { try document($0[0], $0[1], $0[2], player.verification) })
        ]
    }

    private func document(
        _ id: Int64, _ type: String, _ uploaded: Int64, _ status: Player.Verification
    ) throws -> JSONValue {
        let files = try rows(
            "SELECT name FROM documentFile WHERE document = ? ORDER BY id", [id])
        return [
            "id": "d-\(id)", "documentType": .string(type), "status": .string(status.rawValue),
            "uploadDate": .string(WireDate.text(uploaded)),
            "userDocumentFiles": .array(files.map { ["fileName": .string($0[0])] }),
        ]
    }

    /// How far a player's verification is.
    func verification(of player: Player) throws -> JSONValue {
        let reason = try row(
            "SELECT verificationReason FROM player WHERE id = ?", [player.id])
        return [
            "kycStatus": .string(player.verification.rawValue), "expiryDate": .null,
            "reason": .text(reason?[0]),
        ]
    }

    /// Moves a verification on: from none or rejected to pending, from pending to
    /// approved or rejected.
    ///
    /// - Throws: 409 for other steps.
    func verify(_ player: Player, _ next: Player.Verification, reason: String?) throws {
        switch (player.verification, next) {
        case (.pending, .pending): return
        case (.none, .pending), (.rejected, .pending), (.pending, .approved),
            (.pending, .rejected):
            try run(
                """
                UPDATE player SET verification = ?, verificationReason = ?,
                    verificationChanged = ? WHERE id = ?
                """, [next.rawValue, reason, now, player.id])
        default:
            throw Refusal(
                409, nil, "\(player.verification.rawValue) cannot become \(next.rawValue)")
        }
    }

    /// Approves those who have waited for as long.
    func approveWaiting(for milliseconds: Int64) throws {
        for row in try rows(
            "SELECT id FROM player WHERE verification = 'PENDING' AND verificationChanged <= ?",
            [now - milliseconds])
        {
            if let player = try player(row[0]) { try verify(player, .approved, reason: nil) }
        }
    }
}
