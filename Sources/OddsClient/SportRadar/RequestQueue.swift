/// The requests of a socket's contents: those that wait for their turn, and those that
/// wait for their answers, which are limited in number. A content has at most one of
/// each: the server might take two that are on their way in any order.
struct RequestQueue {
    enum Kind: Hashable, Sendable {
        case subscribe, unsubscribe
    }

    struct Request: Hashable, Sendable {
        let number: Int
        /// The number of the content.
        let content: Int
        let kind: Kind
    }

    private let openMax: Int
    /// In the order in which they were added.
    private var waiting: [Request] = []
    /// By content.
    private var open: [Int: Request] = [:]
    /// Those of which no answer is wanted.
    private var withdrawn: Set<Int> = []
    private var lastNumber = 0

    /// - Parameter openMax: how many requests may wait for their answers at a time.
    init(openMax: Int) { self.openMax = openMax }

    /// Adds a request of a content that has none waiting for its turn.
    mutating func add(_ kind: Kind, of content: Int) {
        lastNumber += 1
        waiting.append(Request(number: lastNumber, content: content, kind: kind))
    }

    /// Takes a content's requests back.
    ///
    /// - Returns: the number of the one that is on its way, if it is one to subscribe. It
    ///   may be cancelled: whatever becomes of it, the next one makes good.
    /// - Complexity: O(requests).
    mutating func withdraw(_ content: Int) -> Int? {
        waiting.removeAll { $0.content == content }
        guard let request = open[content] else { return nil }
        withdrawn.insert(request.number)
        return request.kind == .subscribe ? request.number : nil
    }

    /// Takes the request that is to be sent now; `nil` if none is. Those to subscribe come
    /// first, and of these those of preferred contents; beyond that, the oldest.
    ///
    /// - Complexity: O(requests).
    mutating func next(isPreferred: (_ content: Int) -> Bool) -> Request? {
        guard open.count < openMax else { return nil }
        var chosen: (position: Int, rank: Int)?
        for (position, request) in waiting.enumerated() where open[request.content] == nil {
            let rank =
                request.kind == .unsubscribe ? 2 : isPreferred(request.content) ? 0 : 1
            if rank < chosen?.rank ?? 3 { chosen = (position, rank) }
            if rank == 0 { break }
        }
        guard let chosen else { return nil }
        let request = waiting.remove(at: chosen.position)
        open[request.content] = request
        return request
    }

    /// A request has its answer.
    ///
    /// - Returns: whether somebody wants it.
    mutating func finish(_ request: Request) -> Bool {
        open[request.content] = nil
        return withdrawn.remove(request.number) == nil
    }
}
