import NIOCore
import OddsLedger
import OddsSimulator
import OddsTraffic

// The ledger.
extension FeedLoop {
    /// Notes the frames of these topics and contents from now on, in place of what
    /// was noted so far; of none if there are none. They stay open meanwhile, so that
    /// their frames are scheduled even if nobody is connected.
    func noteFrames(of topics: [String], contents: [ContentName]) -> EventLoopFuture<Void> {
        loop.submit { [self] in
            dropLedger()
            guard !topics.isEmpty || !contents.isEmpty else { return }
            ledger = FrameLedger(topics: topics + contents.map(\.description))
            ledgerContents = contents
            do {
                try holdLedgerTopics()
            } catch {
                dropLedger()
                throw error
            }
        }
    }

    /// - Throws: `FeedError` or `ContentRefusal` if there is no such topic or content.
    func holdLedgerTopics() throws {
        guard let ledger else { return }
        let topicCount = ledger.topics.count - ledgerContents.count
        for (index, text) in ledger.topics.prefix(topicCount).enumerated() {
            openTopics[try openNumber(of: text)]?.ledgerIndex = index
        }
        for (index, name) in ledgerContents.enumerated() {
            contentBook.open[try open(name)]?.ledgerIndex = topicCount + index
        }
    }

    func dropLedger() {
        ledger = nil
        ledgerContents = []
        for content in Array(contentBook.open.keys) {
            contentBook.open[content]?.ledgerIndex = nil
            if !clock.isPaused { closeIfUnused(content) }
        }
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
