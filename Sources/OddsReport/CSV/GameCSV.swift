import OddsResults

extension GameResult: CSVContent {
    /// A row for each run, and one for each measurement of many pages.
    package var csvRows: [CSVRow] {
        runs.map { run in
            var row = head
            row.add("render", run.render.rawValue)
            row.add("rate", run.rate)
            row.add("repetition", run.repetition)
            row.add("status", run.status.rawValue)
            row.add("reason", run.reason)
            row.add("windowNanoseconds", run.windowNanoseconds)
            row.add("cutShortNanoseconds", run.cutShortNanoseconds)
            row.add(run.clock)
            for subject in GameSubject.allCases {
                for metric in subject.metricPaths {
                    row.add("\(subject.rawValue).\(metric)", run[subject, metric])
                }
            }
            row.add("paint.count", run.paint.count)
            row.add("frames", run.frames)
            row.add("idle", run.idle)
            row.add("idle.longestNanoseconds", run.idle.longestNanoseconds)
            row.add("idle.lateShare", run.idle.lateShare)
            row.add("longAnimationFrames", run.longAnimationFrames.count)
            row.add(run.updates)
            row.add("heapBytesBefore", run.heapBytesBefore)
            row.add("heapBytesAfter", run.heapBytesAfter)
            return row
        } + (loads ?? []).map { load in
            var row = head
            row.add("pages", load.pages)
            row.add("rate", load.rate)
            row.add("repetition", load.repetition)
            row.add("status", load.status.rawValue)
            row.add("reason", load.reason)
            row.add("windowNanoseconds", load.windowNanoseconds)
            row.add("updates", load.updates)
            row.add("messages", load.messages)
            row.add("messageBytes", load.messageBytes)
            row.add("updatesPerSecond", load.updatesPerSecond)
            row.add("serverBytesPerPage", load.serverBytesPerPage)
            row.add("serverNanosecondsPerMessage", load.serverNanosecondsPerMessage)
            row.add("delay", load.delay)
            row.add("lateness", load.lateness)
            row.add("opening", load.opening)
            row.add("server", load.server)
            row.add("client", load.client)
            return row
        }
    }

    private var head: CSVRow {
        var row = CSVRow()
        row.add("matches", matches)
        row.add("provider", provider)
        row.add("browser", browser)
        return row
    }
}

extension CSVRow {
    fileprivate mutating func add(_ clock: GameClock) {
        add("clock.offsetNanoseconds", clock.offsetNanoseconds)
        add("clock.errorNanoseconds", clock.errorNanoseconds)
        add("clock.roundTripNanoseconds", clock.roundTripNanoseconds)
    }

    fileprivate mutating func add(_ path: String, _ frames: GameFrames) {
        add("\(path).count", frames.count)
        add("\(path).late", frames.late)
        add("\(path).medianNanoseconds", frames.medianNanoseconds)
        add("\(path).interval", frames.interval)
    }

    fileprivate mutating func add(_ updates: GameUpdates) {
        add("updates.received", updates.received)
        add("updates.applied", updates.applied)
        add("updates.coalesced", updates.coalesced)
        add("updates.superseded", updates.superseded)
        add("updates.stale", updates.stale)
        add("updates.unknown", updates.unknown)
        add("updates.sampled", updates.sampled)
        add("updates.unseen", updates.unseen)
    }

    fileprivate mutating func add(_ path: String, _ process: GameProcess) {
        add("\(path).residentBytesIdle", process.residentBytesIdle)
        add("\(path).residentBytesLoaded", process.residentBytesLoaded)
        add("\(path).residentBytesPeak", process.residentBytesPeak)
        add("\(path).processorShareIdle", process.processorShareIdle)
        add("\(path).processorShare", process.processorShare)
    }
}
