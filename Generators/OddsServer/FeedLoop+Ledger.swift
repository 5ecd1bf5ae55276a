import NIOCore
import OddsLedger
import OddsSimulator

// The ledger.
extension FeedLoop {
    /// Notes the frames of these topics from now on, in place of what was noted
    /// so far; of none if there are no topics. The topics stay open meanwhile,
    /// so that their frames are scheduled even if nobody is connected.
    func noteFrames(of topics: [String]) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            dropLedger()
            guard !topics.isEmpty else { return }
            ledger = FrameLedger(topics: topics)
            do {
                try holdLedgerTopics()
            } catch {
                dropLedger()
                throw error
            }
        }
    }

    func holdLedgerTopics() throws(FeedError) {
        for (index, text) in (ledger?.topics ?? []).enumerated() {
            openTopics[try openNumber(of: text)]?.ledgerIndex = index
        }
    }

    func dropLedger() {
        ledger = nil
        for number in Array(openTopics.keys) {
            openTopics[number]?.ledgerIndex = nil
            if !clock.isPaused { closeIfUnused(number) }
        }
    }

    /// How far the ledger has come; `nil` without a ledger.
    var ledgerProgress: EventLoopFuture<LedgerProgress?> {
        loop.submit { [self] in
            let now = NIODeadline.now().uptimeNanoseconds
            let next = source.nextNanoseconds.flatMap { clock.deadline(of: $0) }
            return ledger.map { LedgerProgress($0, coversUntil: min(now, next ?? now)) }
        }
    }

    /// The frames of a topic so far; `nil` if the ledger does not have it.
    func ledgerFrames(of topic: String) -> EventLoopFuture<ChunkedList<LedgerFrame>?> {
        loop.submit { [self] in ledger?.frames(of: topic) }
    }
}
