import OddsModel
import OddsWire

/// Reads frames, before any timing, for the number of their records and for the
/// events to which these belong: what a consumer would look at.
final class FrameSurvey {
    private(set) var recordCounts: [Int] = []
    private(set) var touchedEvents: [[Int]] = []

    private var parser = FrameParser()
    private var batch = FrameBatch()
    private var eventPositions: [EntityKey: Int] = [:]
    /// The parent of each market, outcome and offer.
    private var parents: [EntityType: [EntityKey: EntityKey]] = [:]

    init(of frames: FrameSet) {
        for index in 0..<frames.count {
            read(frames[index], isInitial: index < frames.initialCount)
        }
    }

    /// A frame that is not legal has no records.
    private func read(_ frame: UnsafeRawBufferPointer, isInitial: Bool) {
        guard (try? parser.parse(frame, into: &batch)) != nil else {
            recordCounts.append(0)
            touchedEvents.append([])
            return
        }
        var events: [Int] = []
        for index in 0..<batch.count where batch[index].type != .reference {
            let record = batch[index]
            if record.operation == .put { noteLinks(of: record) }
            guard !isInitial, let event = event(of: record), !events.contains(event) else {
                continue
            }
            events.append(event)
        }
        recordCounts.append(batch.count)
        touchedEvents.append(events)
    }

    private func noteLinks(of record: BatchRecord) {
        if record.type == .match, eventPositions[record.key] == nil {
            eventPositions[record.key] = eventPositions.count
        }
        var links: [EntityType: EntityKey] = [:]
        batch.forEachProperty(of: record) { property, value in
            guard case .link(let type) = property.kind, case .text(let bytes) = value else {
                return
            }
            links[type] = EntityKey(word: bytes)
        }
        switch record.type {
        case .market, .eventInfo: parents[record.type, default: [:]][record.key] = links[.match]
        case .bettingOffer: parents[record.type, default: [:]][record.key] = links[.outcome]
        case .marketOutcomeRelation:
            guard let outcome = links[.outcome] else { return }
            parents[.outcome, default: [:]][outcome] = links[.market]
        case .match, .outcome, .reference: break
        }
    }

    private func event(of record: BatchRecord) -> Int? {
        var key = record.key
        let path: [EntityType]
        switch record.type {
        case .match: path = []
        case .market, .eventInfo: path = [record.type]
        case .outcome: path = [.outcome, .market]
        case .bettingOffer: path = [.bettingOffer, .outcome, .market]
        case .marketOutcomeRelation, .reference: return nil
        }
        for type in path {
            guard let parent = parents[type]?[key] else { return nil }
            key = parent
        }
        return eventPositions[key]
    }
}
