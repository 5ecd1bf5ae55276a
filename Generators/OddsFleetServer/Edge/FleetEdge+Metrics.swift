import OddsFleetFeed

extension FleetEdge {
    /// The families of `GET /metrics`.
    package var openMetrics: String {
        lock.lock()
        let (counters, overflow) = (allCounters, overflowCount)
        let malformed =
            malformedCount + beats.dropped + pastMalformed
            + entries.values.reduce(0) { $0 + $1.parts.dropped }
        let outdated = counters.outdated + watch.outdated
        let unread = pastUnread + entries.values.reduce(0) { $0 + $1.link.droppedCount }
        let (topics, held, budgets) = (entries.count, heldTopics.count, budgets)
        let stale = watch.isStale(now: FleetClock.now) ? 1 : 0
        lock.unlock()
        var text = ""
        for (name, help, value) in [
            ("messages", "Frames that came over NATS.", counters.messages),
            ("message_bytes", "Bytes of frames and dumps that came.", counters.bytes),
            ("gaps_filled", "Gaps that were filled from the stream.", counters.gapsFilled),
            ("redumps", "Times that all clients of a topic got a new dump.", counters.redumps),
            ("duplicates", "Frames that had come before.", counters.duplicates),
            ("outdated", "Frames, dumps and beats of an older epoch.", outdated),
            ("dropped", "Frames for which there was no room.", counters.dropped),
            (
                "overflows", "Frames that came while clients were too far behind.", overflow
            ),
            ("unread", "Messages for which there was no time.", unread),
            ("malformed", "Messages that could not be read.", malformed),
            ("topics_closed", "Times that the source had closed a topic.", counters.closed),
            ("topics_refused", "Topics beyond a limit of new ones.", budgets.refusedTopics),
            ("dumps_refused", "Dumps beyond the limit of a session.", budgets.refusedDumps),
        ] {
            text += "# TYPE emsim_edge_\(name) counter\n# HELP emsim_edge_\(name) \(help)\n"
            text += "emsim_edge_\(name)_total \(value)\n"
        }
        for (name, help, value) in [
            ("topics", "Topics that are open at this edge.", topics),
            ("topics_named", "Topics that clients hold, which are named to the source.", held),
            ("stale", "1 if no beat of the source has come for three seconds.", stale),
        ] {
            text += "# TYPE emsim_edge_\(name) gauge\n# HELP emsim_edge_\(name) \(help)\n"
            text += "emsim_edge_\(name) \(value)\n"
        }
        return text
    }
}
