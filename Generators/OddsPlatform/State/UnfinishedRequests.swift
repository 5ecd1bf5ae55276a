import GRDB
import NIOConcurrencyHelpers

/// Requests under idempotency keys that were being worked on when the process ended uncleanly.
///
/// One at which it has ended twice in a row is refused for a time: it may end it again. An answer
/// under the key, or a clean end, lets the counting begin anew.
final class UnfinishedRequests: Sendable {
    /// An end that may have been a request's doing, and how many there have been in a row.
    fileprivate struct Suspicion: Sendable {
        let endCount: Int64
        /// When the last one was found, in milliseconds since 1970.
        let time: Int64

        func isRefused(at now: Int64) -> Bool {
            endCount >= UnfinishedRequests.endCountMax && now < time + lifeMilliseconds
        }
    }

    fileprivate static let endCountMax: Int64 = 2
    fileprivate static let lifeMilliseconds: Int64 = 24 * 60 * 60_000

    private let notes: WorkNotes?
    private let metrics: PlatformMetrics
    /// Whether there is a file beside which notes belong.
    private let isInFile: Bool
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let suspicions = NIOLockedValueBox<[KeyedRequest: Suspicion]>([:])

    /// - Parameters:
    ///   - state: The file of the state; `nil` for memory, which outlives no process.
    ///   - metrics: Counts requests that could not be noted.
    init(beside state: String?, metrics: PlatformMetrics) {
        notes = state.flatMap { WorkNotes(beside: $0) }
        isInFile = state != nil
        self.metrics = metrics
    }

    /// Counts what the process before has left, and takes notes from now on.
    func begin(_ transaction: Transaction) throws {
        // Before they are counted: an end in between counts none of them twice.
        let remains = notes?.remains ?? .blank
        _ = notes?.begin()
        let found = try transaction.countUnfinished(remains)
        suspicions.withLockedValue { $0 = found }
    }

    /// Notes that the process ends cleanly, with no request in work.
    func end() { notes?.end() }

    /// Whether there are any at all.
    var isEmpty: Bool { suspicions.withLockedValue(\.isEmpty) }

    fileprivate func suspicion(of request: KeyedRequest) -> Suspicion? {
        suspicions.withLockedValue { $0[request] }
    }

    fileprivate func forget(_ request: KeyedRequest) {
        suspicions.withLockedValue { $0[request] = nil }
    }

    /// Does a part of the work on a request, which is noted meanwhile.
    func noting<Value, Failure: Error>(
        _ owner: WorkNotes.Note.Owner, _ path: String, _ key: String,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard isInFile else { return try body() }
        guard let notes, let place = notes.add(.init(owner: owner, path: path, key: key)) else {
            metrics.addUnnotedRequest()
            return try body()
        }
        defer { notes.strike(place) }
        return try body()
    }
}

extension UnfinishedRequests {
    static let schema = """
        CREATE TABLE unfinishedRequest (
            player INTEGER NOT NULL REFERENCES player, path TEXT NOT NULL, key TEXT NOT NULL,
            endCount INTEGER NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (player, path, key)) WITHOUT ROWID;
        """
}

extension Transaction {
    /// Works on a request, which is noted meanwhile if it has a key.
    ///
    /// - Throws: 500 if the process has ended at it too often; what `body` throws.
    func work<Value>(
        on key: IdempotencyKey?, of player: Int64, _ body: () throws -> Value
    ) throws -> Value {
        guard let key else { return try body() }
        try refuseUnfinished(KeyedRequest(player, key))
        return try unfinished.noting(.player(player), key.path, key.key, body)
    }

    /// - Throws: 500 if the process has ended at that request too often.
    func refuseUnfinished(_ request: KeyedRequest) throws {
        guard unfinished.suspicion(of: request)?.isRefused(at: now) == true else { return }
        throw Refusal(
            500, "GmErr_UNEXPECTED_EXCEPTION",
            "the service has ended twice while it worked on the request with this "
                + "Idempotency-Key, which is refused for 24 h: ask with another key")
    }

    /// Notes that a request has been answered.
    func finish(_ request: KeyedRequest) throws {
        guard unfinished.suspicion(of: request) != nil else { return }
        try remove(request)
        unfinished.forget(request)
    }

    private func remove(_ request: KeyedRequest) throws {
        try run(
            "DELETE FROM unfinishedRequest WHERE player = ? AND path = ? AND key = ?",
            [request.player, request.path, request.key])
    }

    /// Counts an end of the process for the requests that were being worked on, and begins anew
    /// for all others that are not refused.
    ///
    /// - Returns: All that are suspected.
    fileprivate func countUnfinished(
        _ remains: WorkNotes.Remains
    ) throws -> [KeyedRequest: UnfinishedRequests.Suspicion] {
        try run(
            "DELETE FROM unfinishedRequest WHERE endCount >= ? AND time <= ?",
            [UnfinishedRequests.endCountMax, now - UnfinishedRequests.lifeMilliseconds])
        var known = try suspicions()
        let noted: Set<KeyedRequest>
        switch remains {
        case .blank: return known
        case .nothing: noted = []
        case .notes(let notes): noted = Set(try notes.compactMap(request))
        }
        for (request, suspicion) in known
        where !suspicion.isRefused(at: now) && !noted.contains(request) {
            try remove(request)
            known[request] = nil
        }
        for request in noted {
            let count = (known[request]?.endCount ?? 0) + 1
            known[request] = .init(endCount: count, time: now)
            try run(
                """
                REPLACE INTO unfinishedRequest (player, path, key, endCount, time)
                VALUES (?, ?, ?, ?, ?)
                """, [request.player, request.path, request.key, count, now])
        }
        return known
    }

    private func suspicions() throws -> [KeyedRequest: UnfinishedRequests.Suspicion] {
        let rows = try rows("SELECT player, path, key, endCount, time FROM unfinishedRequest")
        let pairs = rows.map { row in
            (
                KeyedRequest(player: row[0], path: row[1], key: row[2]),
                UnfinishedRequests.Suspicion(endCount: row[3], time: row[4])
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The request of a note; `nil` if nobody's, or if it has been answered.
    private func request(_ note: WorkNotes.Note) throws -> KeyedRequest? {
        let player: Int64? =
            switch note.owner {
            case .player(let id): id
            case .session(let id): try row("SELECT player FROM session WHERE id = ?", [id])?[0]
            case .launchToken(let token):
                try row("SELECT player FROM session WHERE launchToken = ?", [token])?[0]
            }
        guard let player,
            try row("SELECT 1 FROM player WHERE id = ?", [player]) != nil,
            try row(
                """
                SELECT 1 FROM answer WHERE player = ? AND path = ? AND key = ? AND created > ?
                """, [player, note.path, note.key, now - UnfinishedRequests.lifeMilliseconds])
                == nil
        else { return nil }
        return KeyedRequest(player: player, path: note.path, key: note.key)
    }
}
