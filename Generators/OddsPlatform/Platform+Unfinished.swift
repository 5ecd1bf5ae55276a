// Requests under idempotency keys that may end the process.
extension Platform {
    /// Reads the body of a request, which is noted meanwhile if it has a key.
    ///
    /// - Throws: 500 if the process has ended too often while it worked on the request, and before
    ///   that what says of a session that it is none; what `read` throws.
    package func reading<Value>(
        _ access: Access, _ key: IdempotencyKey?, _ read: () throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
        if let key, !state.unfinished.isEmpty {
            try await asPlayer(access) { try $0.refuseUnfinished(KeyedRequest($1.id, key)) }
        }
        return try noting(access, key, read)
    }

    /// Does a part of the work on a request whose player has not been looked up yet, which is noted
    /// meanwhile if it has a key.
    func noting<Value, Failure: Error>(
        _ access: Access, _ key: IdempotencyKey?, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let key, let owner = access.owner else { return try body() }
        return try state.unfinished.noting(owner, key.path, key.key, body)
    }
}

extension Access {
    /// What notes name the player by.
    fileprivate var owner: WorkNotes.Note.Owner? {
        session.map { .session($0) } ?? launchToken.map { .launchToken($0) }
    }
}

extension SportRadarBets {
    /// Reads the body of a request, which is noted meanwhile if it has a key.
    ///
    /// - Throws: As `Platform.reading`.
    package func reading<Value>(
        _ access: Access, _ key: IdempotencyKey?, _ read: () throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
        try await platform.reading(access, key, read)
    }
}
