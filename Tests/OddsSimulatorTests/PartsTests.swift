import OddsWAMP
import Testing

@testable import OddsSimulator

@Suite struct PartsTests {
    private func frame(_ byteCount: Int) -> SharedFrame {
        SharedFrame(
            topic: 0, bytes: [UInt8](repeating: 0x61, count: byteCount), recordCount: 1,
            intendedNanoseconds: 0)
    }

    @Test("A queue gives back what it got, in order, and counts its bytes")
    func queue() {
        var queue = SendQueue()
        for number in 0..<5_000 {
            queue.append(.message([UInt8](repeating: 0, count: number % 7)))
            queue.append(.invocation(registration: WAMPID(number), frame(3)))
        }
        #expect(queue.count == 10_000)
        var expected: WAMPID = 0
        while let entry = queue.popFirst() {
            guard case .invocation(let registration, _) = entry else { continue }
            #expect(registration == expected)
            expected += 1
        }
        #expect(expected == 5_000 && queue.byteCount == 0 && queue.nextTime == nil)
    }

    @Test("Memory counts each frame once, for as long as any queue has it")
    func queueMemory() {
        let memory = QueueMemory(bytesMax: 1_000, threadCount: 2)
        var queues = [SendQueue(), SendQueue()]
        do {
            let frame = SharedFrame(
                topic: 0, bytes: [UInt8](repeating: 0, count: 900), recordCount: 1,
                intendedNanoseconds: 0, memory: memory)
            for index in queues.indices {
                queues[index].append(.invocation(registration: 1, frame))
                queues[index].append(.message([UInt8](repeating: 0, count: 300)))
                #expect(queues[index].ownByteCount > 300 && queues[index].ownByteCount < 900)
            }
        }
        #expect(memory.byteCount == 900)
        #expect(memory.setOwn(50, thread: 0) == 0)
        // 250 bytes too many of 1,250, of which each thread frees its share.
        #expect(memory.setOwn(300, thread: 1) == 60)
        #expect(memory.setOwn(50, thread: 0) == 10)
        queues[0] = SendQueue()
        #expect(memory.byteCount == 1_250)
        _ = queues[1].dropFrames()
        #expect(memory.byteCount == 350 && queues[1].ownByteCount > 300)
        _ = queues[1].popFirst()
        #expect(queues[1].ownByteCount == 0)
    }

    @Test("A frame is waited for when it is close, and only for as long as a turn lasts")
    func wakeAhead() {
        let ahead = WakeAhead(nanoseconds: 100)
        #expect(ahead.wakeTime(for: 1_000) == 900)
        #expect(ahead.wakeTime(for: 50) == 0)
        #expect(ahead.reaches(1_000, now: 1_000, end: 1_000))
        #expect(ahead.reaches(1_000, now: 900, end: 2_000))
        #expect(!ahead.reaches(1_000, now: 899, end: 2_000))
        #expect(!ahead.reaches(1_000, now: 950, end: 1_000))
        #expect(!WakeAhead.none.reaches(1_000, now: 999, end: 2_000))
        var now: UInt64 = 990
        WakeAhead.wait(until: 1_000) {
            now += 1
            return now
        }
        #expect(now == 1_000)
    }

    @Test("Dropping frames keeps what was asked for")
    func dropping() {
        var queue = SendQueue()
        for number in 0..<10 {
            queue.append(.invocation(registration: 1, frame(10)), notBefore: 7)
            if number % 5 == 0 { queue.append(.message([1, 2])) }
        }
        queue.append(.result(request: 9, keywords: [1, 2, 3]))
        _ = queue.popFirst()
        let answerByteCount = 4 + 3 + WAMPEnvelope.headBytesMax
        #expect(queue.answerByteCount == answerByteCount && queue.byteCount > answerByteCount)
        let droppedCount = queue.dropFrames()
        #expect(droppedCount == 9 && queue.count == 3 && queue.byteCount == answerByteCount)
        #expect(queue.nextTime == 0)
    }

    @Test("A source's time stands still while it is paused, and runs faster if it should")
    func clock() {
        var clock = FeedClock(now: 1_000, speed: 2)
        #expect(clock.deadline(of: 100) == 1_050)
        let pauses = clock.pause(now: 1_010)
        let pausesTwice = clock.pause(now: 1_020)
        #expect(pauses && !pausesTwice && clock.deadline(of: 100) == nil)
        let resumes = clock.resume(now: 1_510)
        #expect(resumes && clock.deadline(of: 100) == 1_550)
    }

    @Test("A source that begins later is due from then on, and what was due before is due at once")
    func clockOrigin() {
        var clock = FeedClock(now: 1_000, origin: 500, speed: 2)
        #expect(clock.deadline(of: 500) == 1_000 && clock.deadline(of: 600) == 1_050)
        #expect(clock.deadline(of: 499) == 1_000 && clock.deadline(of: 0) == 1_000)
        let isPaused = clock.pause(now: 1_010)
        let isResumed = clock.resume(now: 1_510)
        #expect(isPaused && isResumed && clock.deadline(of: 600) == 1_550)
    }

    @Test("Faults are the same for the same seed and connection, and as frequent as the plan says")
    func draws() {
        let plan = FaultPlan(
            seed: 5,
            rules: [
                FaultRule(.repeat, probability: 0.25),
                FaultRule(.jitter, probability: 1, milliseconds: 10),
                FaultRule(.drop, everySeconds: 2), FaultRule(.restart, everySeconds: 1),
            ])
        let fates = { (number: UInt64) -> [FaultDraw.FrameFate] in
            var draw = FaultDraw(plan, number: number, startSeconds: 0, nowSeconds: 0)
            return (0..<4_000).map { draw.fate(ofFrame: 500, at: Double($0)) }
        }
        #expect(fates(3) == fates(3) && fates(3) != fates(4))
        let repeatedCount = fates(3).count { $0.isRepeated }
        #expect(abs(repeatedCount - 1_000) < 100)
        #expect(fates(3).allSatisfy { (0..<10).contains($0.delayMilliseconds) })
        var draw = FaultDraw(plan, number: 3, startSeconds: 0, nowSeconds: 0)
        let due = (0..<20_000).flatMap { draw.due(at: Double($0) / 10).map(\.fault) }
        #expect(Set(due) == [.drop])
        #expect(abs(due.count - 1_000) < 120)
    }

    @Test("Rules are in force when they say")
    func force() {
        var rule = FaultRule(.repeat)
        rule.fromSeconds = 10
        rule.untilSeconds = 20
        var draw = FaultDraw(
            FaultPlan(rules: [rule]), number: 1, startSeconds: 100, nowSeconds: 100)
        for (seconds, isStruck) in [(105.0, false), (110, true), (119, true), (120, false)] {
            let fate = draw.fate(ofFrame: 10, at: seconds)
            #expect(fate.isRepeated == isStruck, "\(seconds)")
        }
    }

    @Test("Metrics are OpenMetrics: each with its type and help, and an end")
    func metrics() {
        let metrics = ServerMetrics()
        metrics.add(.bytesSent, 70)
        metrics.add(FaultKind.repeat)
        metrics.change(.connections, by: 2)
        metrics.raise(.queuedBytesMax, to: 9)
        metrics.raise(.queuedBytesMax, to: 3)
        let text = metrics.openMetrics()
        #expect(text.contains("# TYPE emsim_sent_bytes counter\n"))
        #expect(text.contains("\nemsim_sent_bytes_total 70\n"))
        #expect(text.contains("\nemsim_connections 2\n"))
        #expect(text.contains("\nemsim_queued_bytes_max 9\n"))
        #expect(text.contains("\nemsim_faults_injected_total{fault=\"repeat\"} 1\n"))
        #expect(text.hasSuffix("# EOF\n"))
        let names = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
        #expect(Set(names).count == names.count)
    }
}
