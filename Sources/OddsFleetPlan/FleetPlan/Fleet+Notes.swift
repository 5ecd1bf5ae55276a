import OddsResults

extension Fleet {
    /// What a reader of the plan must know beside its figures.
    func notes(_ costs: FleetCosts, _ recovery: FleetRecovery?) -> [String] {
        var notes: [String] = []
        let measured = Double(costs.frameBytes)
        let asked = Double(input.frameBytes)
        if max(measured, asked) > 2 * min(measured, asked) {
            notes.append(
                """
                costs were measured with frames of \(FigureFormat.count(measured)) bytes, and are \
                taken as those of frames of \(FigureFormat.count(asked))
                """)
        }
        if let most = costs.edgeSends.last?.connections, burst.fanOut > Double(most) {
            notes.append(
                """
                a frame goes to \(FigureFormat.count(burst.fanOut)) connections of an edge; the \
                largest fan-out that was measured is \(FigureFormat.count(Double(most))), and \
                its marginal cost is taken beyond
                """)
        }
        guard let recovery else {
            return notes + [
                edges < 2
                    ? "a region has one edge, so that nothing is left there when it is lost"
                    : "the edges that are left cannot carry the clients of a lost one"
            ]
        }
        if recovery.attempts > 1 {
            notes.append(
                """
                clients of a lost edge give up while they wait, and try up to \
                \(recovery.attempts) times; the time to recover takes it that the edge serves \
                them in the order in which they came: an edge that shakes hands with all at \
                once would take longer, or never end
                """)
        }
        if recovery.dumpWaitNanoseconds > input.dumpNanosecondsMax {
            let wait = FigureFormat.duration(nanoseconds: recovery.dumpWaitNanoseconds)
            notes.append(
                """
                dumps wait \(wait) for the network, and clients give up before: use smaller \
                dumps, more edges or a faster network
                """)
        }
        return notes
    }
}
