// Results in the form in which reports have them.

extension PeerReport.Line {
    init(_ line: PeerResult) {
        self.init(
            task: line.task, workload: line.workload, implementation: line.implementation,
            leavesOut: line.omissions, role: line.role,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max,
            bytesPerSecond: line.bytesPerSecond, ratioToOurs: line.ratioToOurs.value,
            ratioToOursLow: line.role == .ours ? nil : line.ratioToOurs.interval?.lowerBound,
            ratioToOursHigh: line.role == .ours ? nil : line.ratioToOurs.interval?.upperBound,
            processMedians: line.processMedians, rounds: line.rounds, frames: line.frames,
            records: line.records, bytes: line.bytes,
            residentBytesAtRest: line.residentBytesAtRest,
            residentBytesPeak: line.residentBytesPeak)
    }
}

extension PeerReport.Growth {
    init(_ line: GrowthLine) {
        let isFirst = line.size.name == GrowthTable.sizes[0].name
        let cost = line.result.nanosecondsPerRecord
        self.init(
            implementation: line.result.implementation, events: line.size.events,
            markets: line.size.markets, offers: line.size.offers,
            nanosecondsPerRecord: cost.median, nanosecondsPerRecordMin: cost.min,
            nanosecondsPerRecordMax: cost.max, processMedians: line.result.processMedians,
            growth: line.growth.value,
            growthLow: isFirst ? nil : line.growth.interval?.lowerBound,
            growthHigh: isFirst ? nil : line.growth.interval?.upperBound)
    }
}

extension PeerReport.Style {
    /// Throughput is the inverse of cost, and so is its interval.
    init(_ line: PeerResult) {
        let interval = line.role == .ours ? nil : line.ratioToOurs.inverseInterval
        self.init(
            task: line.task, workload: line.workload, style: line.implementation,
            nanosecondsPerRecord: line.nanosecondsPerRecord.median,
            nanosecondsPerRecordMin: line.nanosecondsPerRecord.min,
            nanosecondsPerRecordMax: line.nanosecondsPerRecord.max,
            processMedians: line.processMedians, bytesPerSecond: line.bytesPerSecond,
            relativeThroughput: 1 / line.ratioToOurs.value,
            relativeThroughputLow: interval?.lowerBound,
            relativeThroughputHigh: interval?.upperBound)
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
