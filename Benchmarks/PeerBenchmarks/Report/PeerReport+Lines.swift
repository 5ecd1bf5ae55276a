// Results in the form in which reports have them.

extension PeerReport.Line {
    init(_ line: PeerResult) {
        self.init(
            task: line.task, workload: line.workload, implementation: line.implementation,
            leavesOut: line.omissions,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max,
            bytesPerSecond: line.bytesPerSecond, ratioToOurs: line.ratioToOurs,
            rounds: line.rounds, frames: line.frames, records: line.records, bytes: line.bytes,
            residentBytesAtRest: line.residentBytesAtRest,
            residentBytesPeak: line.residentBytesPeak)
    }
}

extension PeerReport.Growth {
    init(_ line: GrowthLine) {
        self.init(
            implementation: line.implementation, events: line.size.events,
            markets: line.size.markets, offers: line.size.offers,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max, growth: line.growth)
    }
}

extension PeerReport.Style {
    init(_ line: StyleLine) {
        self.init(
            task: line.task, workload: line.workload, style: line.style,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max,
            bytesPerSecond: line.bytesPerSecond, relativeThroughput: line.relativeThroughput)
    }
}

extension PeerReport.Churn {
    init(_ line: ChurnLine) {
        self.init(
            strategy: line.strategy, creates: line.creates,
            nanosecondsPerRecord: line.nanosecondsPerRecord,
            residentBytesBefore: line.residentBytesBefore,
            residentBytesAfter: line.residentBytesAfter,
            heapBytesBefore: line.heapBytesBefore, heapBytesAfter: line.heapBytesAfter)
    }
}
