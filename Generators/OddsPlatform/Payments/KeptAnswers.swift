import Foundation
import OddsJSON

/// An answer that a client got, or gets again when it repeats its request.
package struct Answer: Equatable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The body.
    package var body: [UInt8]

    /// An answer of that status and body.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// Renders a value as a body with status 200, and refusals by `render`.
    static func rendering(
        _ render: @escaping @Sendable (Refusal) -> Answer
    ) -> @Sendable (Result<JSONValue, Refusal>) -> Answer {
        { result in
            switch result {
            case .success(let value): Answer(status: 200, body: value.json)
            case .failure(let refusal): render(refusal)
            }
        }
    }
}

/// What marks a request as one that may be repeated.
package struct IdempotencyKey: Sendable {
    let path: String
    let key: String
    /// The SHA-256 of the body.
    let digest: [UInt8]

    /// - Parameters:
    ///   - key: The header's value.
    ///   - digest: The SHA-256 of the body.
    /// - Throws: 400 `901` unless the key is of 1 to 64 visible ASCII characters.
    package init(_ key: String, path: String, digest: [UInt8]) throws(Refusal) {
        guard (1...64).contains(key.utf8.count), key.utf8.allSatisfy({ 33...126 ~= $0 }) else {
            throw Refusal(
                400, "901", "Idempotency-Key: expected 1 to 64 visible ASCII characters")
        }
        self.path = path
        self.key = key
        self.digest = digest
    }
}

/// A player's request under an idempotency key.
struct KeyedRequest: Hashable, Sendable {
    let player: Int64
    let path: String
    let key: String

    init(player: Int64, path: String, key: String) {
        self.player = player
        self.path = path
        self.key = key
    }

    init(_ player: Int64, _ key: IdempotencyKey) {
        self.init(player: player, path: key.path, key: key.key)
    }
}

// Answers that are kept for requests with a key.
extension Transaction {
    private static let lifeMilliseconds: Int64 = 24 * 60 * 60_000
    private static let answersMax: Int64 = 10_000
    /// After how many answers of a player those that are not kept any more are removed: the
    /// fewer, the more often are all of the player's looked at.
    private static let removalCount: Int64 = 1_000
    /// How many are removed at once whose time is over.
    private static let oldAnswersMax: Int64 = 5_000

    /// The answer that a request with this key got; `nil` if it is the first.
    ///
    /// - Throws: 422 `920` if that request had another body.
    func keptAnswer(of player: Int64, _ key: IdempotencyKey) throws -> Answer? {
        guard
            let row = try row(
                """
                SELECT digest, status, body FROM answer
                WHERE player = :player AND path = :path AND key = :key AND created > :start
                    AND number > (SELECT answerCount FROM player WHERE id = :player) - :max
                """,
                [
                    "player": player, "path": key.path, "key": key.key,
                    "start": now - Self.lifeMilliseconds, "max": Self.answersMax,
                ])
        else { return nil }
        guard row[0] == Data(key.digest) else {
            throw Refusal.otherBody
        }
        return Answer(status: row[1], body: Array(row[2] as Data))
    }

    /// Keeps the answer of a request with a key, unless it is one without effect that a second
    /// attempt may better.
    ///
    /// - Returns: The answer.
    @discardableResult
    func keep(_ answer: Answer, of player: Int64, _ key: IdempotencyKey?) throws -> Answer {
        guard let key, Refusal.isKept(answer.status) else { return answer }
        try finish(KeyedRequest(player, key))
        // In the place of one under the same key that is not kept any more.
        let number = try number(
            """
            REPLACE INTO answer (player, path, key, digest, status, body, created, number)
            VALUES (:player, :path, :key, :digest, :status, :body, :now,
                (SELECT answerCount + 1 FROM player WHERE id = :player))
            RETURNING number
            """,
            [
                "player": player, "path": key.path, "key": key.key, "digest": Data(key.digest),
                "status": answer.status, "body": Data(answer.body), "now": now,
            ])
        if number.isMultiple(of: Self.removalCount) {
            try run(
                "DELETE FROM answer WHERE player = ? AND number <= ?",
                [player, number - Self.answersMax])
        }
        return answer
    }
}

extension Transaction {
    /// Answers a request as the one before with its key; else by `body`, all that is undone if
    /// it refuses, and keeps the answer.
    ///
    /// - Parameter render: Returns the answer.
    func answer(
        of player: Player, _ key: IdempotencyKey?,
        _ render: (Result<JSONValue, Refusal>) -> Answer, _ body: () throws -> JSONValue
    ) throws -> Answer {
        if let key, let kept = try keptAnswer(of: player.id, key) { return kept }
        let result = try work(on: key, of: player.id) { try attempt(body) }
        let answer = render(result)
        // Whatever status the answer has on the wire.
        if case .failure(let refusal) = result, !refusal.isKept { return answer }
        return try keep(answer, of: player.id, key)
    }

    /// Removes some of the answers whose time is over; they were kept in the order of their ids.
    func removeOldAnswers() throws {
        let end = now - Self.lifeMilliseconds
        guard let oldest = try row("SELECT created FROM answer ORDER BY id LIMIT 1"),
            oldest[0] <= end
        else { return }
        try run(
            """
            DELETE FROM answer WHERE created <= ? AND id IN (
                SELECT id FROM answer ORDER BY id LIMIT ?)
            """, [end, Self.oldAnswersMax])
    }
}

extension Refusal {
    /// Whether an answer of that status is kept: not if it is one without effect that a second
    /// attempt may better.
    fileprivate static func isKept(_ status: Int) -> Bool {
        ![401, 403, 429].contains(status) && status < 500
    }

    fileprivate var isKept: Bool { Self.isKept(status) }

    static let otherBody = Refusal(
        422, "920", "the idempotency key was used with another body")
}
