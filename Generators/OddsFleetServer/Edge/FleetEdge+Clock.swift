import OddsFleetFeed

// The source's clock, which frames are due on.
extension FleetEdge {
    private static let exchanges = 8

    /// Reads the source's clock by the fastest of some exchanges. On the same machine both are
    /// one.
    func readClock() async {
        var best: (roundTrip: UInt64, offset: Int64)?
        for number in 0..<UInt64(Self.exchanges) {
            let request = TimeRequest(number: number)
            let sent = FleetClock.now
            guard
                let answer = try? await connection.request(
                    subjects.time, request.json, within: .seconds(1)),
                let time = try? TimeAnswer(json: answer.bytes), time.number == number
            else { continue }
            let received = FleetClock.now
            guard time.bootID != .own else {
                lock.withLock { clockOffset = 0 }
                return
            }
            let roundTrip = received - sent
            guard roundTrip < best?.roundTrip ?? .max else { continue }
            let middle = Int64(sent) + Int64(roundTrip / 2)
            best = (roundTrip, Int64(time.nanoseconds) - middle)
        }
        guard let best else { return }
        lock.withLock { clockOffset = best.offset }
    }
}
