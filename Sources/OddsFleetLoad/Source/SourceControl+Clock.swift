import OddsClient
import OddsExperiments
import OddsFleetRun

extension SourceControl {
    /// Compares the source's clock with this machine's, by 64 exchanges.
    ///
    /// - Throws: `ExperimentFailure` if too few of them are answered.
    func clockOffset() async throws -> ClockOffset {
        var exchanges: [ClockExchange] = []
        for number in 0..<ClockOffset.exchangeCount {
            let asked = FrameTrace.now
            guard let answer = try? await time(UInt64(number)) else { continue }
            exchanges.append(
                ClockExchange(
                    asked: asked, answered: FrameTrace.now, source: answer.nanoseconds,
                    bootID: answer.bootID.description))
        }
        guard exchanges.count >= ClockOffset.exchangeCount / 2, let offset = ClockOffset(exchanges)
        else {
            throw ExperimentFailure(
                .unavailable,
                """
                the source answered \(exchanges.count) of \(ClockOffset.exchangeCount) questions \
                for its time: latencies are not known without its clock
                """)
        }
        return offset
    }
}
