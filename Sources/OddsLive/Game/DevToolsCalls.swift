import Foundation

/// Commands that wait for their answers, and what pages have reported. No I/O.
struct DevToolsCalls<Waiter> {
    private struct Open {
        let method: String
        let waiter: Waiter
    }

    /// Who gets an answer, and what it is.
    struct Outcome {
        let waiter: Waiter
        let result: Result<Data, DevToolsError>
    }

    private var open: [Int: Open] = [:]
    private var lastID = 0
    /// What is wrong in pages, by session.
    private var problems: [String: [String]] = [:]
    private(set) var hasEnded = false

    /// So many problems of a page are kept: the first ones cause the others.
    static var problemsMax: Int { 20 }

    /// The number of the next command.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// Waits for an answer; `nil` if there will be none.
    mutating func wait(for id: Int, method: String, _ waiter: Waiter) -> Outcome? {
        guard !hasEnded else { return Outcome(waiter: waiter, result: .failure(.ended)) }
        open[id] = Open(method: method, waiter: waiter)
        return nil
    }

    /// Takes what the browser has sent. An answer that nobody waits for any more is dropped, and
    /// so is what is no message.
    mutating func receive(_ text: Data) -> Outcome? {
        guard let message = try? DevToolsMessage(text) else { return nil }
        switch message {
        case .answer(let id): return end(id, .success(text))
        case .refusal(let id, let reason):
            guard let method = open[id]?.method else { return nil }
            return end(id, .failure(.refused(method: method, reason: reason)))
        case .event(let event):
            guard let session = event.session, let problem = event.problem else { return nil }
            if problems[session, default: []].count < Self.problemsMax {
                problems[session, default: []].append(problem)
            }
            return nil
        }
    }

    /// Ends the wait for an answer.
    mutating func giveUp(_ id: Int, _ error: (_ method: String) -> DevToolsError) -> Outcome? {
        guard let method = open[id]?.method else { return nil }
        return end(id, .failure(error(method)))
    }

    private mutating func end(_ id: Int, _ result: Result<Data, DevToolsError>) -> Outcome? {
        open.removeValue(forKey: id).map { Outcome(waiter: $0.waiter, result: result) }
    }

    /// The connection has ended, and with it all waits.
    mutating func endAll() -> [Outcome] {
        hasEnded = true
        defer { open = [:] }
        return open.sorted { $0.key < $1.key }.map {
            Outcome(waiter: $0.value.waiter, result: .failure(.ended))
        }
    }

    /// What was wrong in a page since the last call.
    mutating func takeProblems(of session: String) -> [String] {
        problems.removeValue(forKey: session) ?? []
    }
}
