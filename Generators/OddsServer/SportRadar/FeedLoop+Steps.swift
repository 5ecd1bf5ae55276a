import OddsSimulator
import OddsTraffic

// What steps of the world change in contents, and the faults of subscriptions to them.
extension FeedLoop {
    /// Advances the world by a step, which was due then.
    func advance(due deadline: UInt64) {
        stepCount += 1
        newestStepDue = deadline
        guard let contentSource, !contentBook.open.isEmpty else {
            return source.advance { collect($0, $1, $2, deadline) }
        }
        contentBook.refreshed.removeAll(keepingCapacity: true)
        var runs: [ContentStep.Run] = []
        contentSource.advance(
            { collect($0, $1, $2, deadline) },
            contents: {
                runs.append(
                    ContentStep.Run(content: $0, elements: Array($1), elementCount: $2))
            })
        guard !runs.isEmpty else { return }
        dueTimes.append(deadline)
        noteInLedger(runs, due: deadline)
        let step = ContentStep(
            runs: runs, intendedNanoseconds: deadline, isStamped: stampsFrames)
        for shard in shards.indices {
            let byteCount = step.byteCount { contentBook.open[$0]?.counts[shard] ?? 0 }
            guard byteCount > 0 else { continue }
            steps[shard].append((step, byteCount))
            batchedByteCount += byteCount
        }
    }

    /// This wire has no versions: a change is known by the time at which it was due, and so
    /// all that a step changes in a content is one change.
    private func noteInLedger(_ runs: [ContentStep.Run], due: UInt64) {
        guard ledger != nil else { return }
        var counts: [Int: Int] = [:]
        for run in runs {
            guard let index = contentBook.open[run.content]?.ledgerIndex else { continue }
            counts[index, default: 0] += run.elementCount
        }
        for (index, count) in counts {
            ledger?.note(topic: index, version: due, records: count, due: due)
        }
    }

    func handOutSteps() {
        for shard in shards.indices where !steps[shard].isEmpty {
            shards[shard].deliver(
                steps[shard].map(\.step), byteCount: steps[shard].reduce(0) { $0 + $1.byteCount })
            steps[shard].removeAll(keepingCapacity: true)
        }
    }

    // MARK: Faults

    /// Draws the faults of requests to subscribe from a plan from now on.
    func setSubscriptionFaults(_ plan: FaultPlan) {
        let now = Shard.nowSeconds
        let isConcerned = plan.rules.contains { $0.fault.target == .subscription }
        subscriptionFaults =
            isConcerned
            ? FaultDraw(
                plan, number: FaultDraw.subscriptions, startSeconds: now, nowSeconds: now)
            : nil
    }

    func strikes(_ kind: FaultKind) -> FaultRule? {
        let rule = subscriptionFaults?.strikes(kind, at: Shard.nowSeconds)
        if rule != nil { metrics.add(kind) }
        return rule
    }
}

extension ContentStep {
    /// The bytes of all deliveries.
    fileprivate func byteCount(_ count: (WorldFeed.ContentID) -> Int) -> Int {
        runs.reduce(0) { $0 + $1.elements.count * count($1.content) }
    }
}
