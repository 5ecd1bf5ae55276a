/// What the messages of one kind took.
struct MessageCosts {
    private var costs: [MessageCost] = []

    var isEmpty: Bool { costs.isEmpty }

    mutating func add(_ cost: MessageCost) { costs.append(cost) }

    /// One line, times in nanoseconds.
    func json(mode: CompressedSession.Mode, kind: String) -> String {
        let plain = costs.reduce(0) { $0 + $1.plainBytes }
        let sent = costs.reduce(0) { $0 + $1.sentBytes }
        let ratioMax = costs.map { Double($0.plainBytes) / Double($0.sentBytes) }.max() ?? 0
        var members = [
            #""mode":"\#(mode.rawValue)""#, #""kind":"\#(kind)""#, #""messages":\#(costs.count)"#,
            #""plainBytes":\#(Double(plain) / Double(costs.count))"#,
            #""sentBytes":\#(Double(sent) / Double(costs.count))"#, #""ratioMax":\#(ratioMax)"#,
        ]
        for (name, path) in [
            ("deflate", \MessageCost.deflating), ("copy", \.copying), ("inflate", \.inflating),
        ] {
            let times = costs.map { Int($0[keyPath: path] / .nanoseconds(1)) }.sorted()
            members.append(#""\#(name)P50":\#(times[times.count / 2])"#)
            members.append(#""\#(name)P99":\#(times[times.count * 99 / 100])"#)
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
