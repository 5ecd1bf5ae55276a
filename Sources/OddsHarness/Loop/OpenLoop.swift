import OddsMeasurement

/// The measured loop. It is open: frames are offered at the times of a
/// schedule that was fixed before the run, however long their service takes.
///
/// The loop is generic over server, source and clock, and `@inlinable`, so that
/// the module that chooses a strategy calls it directly. It reads the clock
/// twice per frame, and the processor time around what takes long, and
/// allocates nothing. The calling thread does all the work.
@usableFromInline
package struct OpenLoop<Clock: NanosecondClock> {
    @usableFromInline let clock: Clock
    @usableFromInline let window: MeasurementWindow

    @inlinable
    package init(clock: Clock, window: MeasurementWindow) {
        self.clock = clock
        self.window = window
    }

    /// Offers all frames of `source` to `server`.
    ///
    /// The initial state is absorbed first. Then the schedule starts, with
    /// `observer` called between frames. A frame that is started before the
    /// window closes is served to its end; later ones are absorbed. Finally the
    /// consumer reads once more, unmeasured.
    @inlinable
    package func run<
        Source: FrameSource & ~Copyable, Server: FrameServing & ~Copyable,
        Observer: LoopObserver
    >(
        _ source: inout Source, on server: inout Server, observer: inout Observer
    ) -> LoopRecord {
        var record = LoopRecord(window: window)
        var next = absorbInitialState(&source, on: &server)

        let origin = clock.now
        let opening = origin + window.warmupNanoseconds
        let closing = opening + window.durationNanoseconds
        var idleSince = origin
        var undelayed = UndelayedSchedule(origin: origin)
        var core = CoreLoss(clock: clock, now: origin)
        var isOpen = false
        var waitCount = source.waitCount
        while let frame = next {
            let intended = origin + frame.ticket.intendedNanoseconds
            if !isOpen, max(intended, idleSince) >= opening {
                _ = clock.wait(until: opening)
                isOpen = true
                record.noteOpening(at: max(opening, idleSince))
                observer.windowOpens(at: opening)
            }
            let due = max(intended, idleSince)
            let start = wait(
                until: min(intended, closing), since: idleSince, due: due, &core, &observer)
            var ownDelay =
                start > due ? min(start - due, HarnessLimits.ownDelayNanosecondsMax) : 0
            if source.waitCount != waitCount {
                ownDelay = 0
                record.noteProducerWait(from: due, until: start)
            }
            if start >= closing {
                if due < closing { record.noteLateness(start - due) }
                record.noteClosing(
                    openNanoseconds: start - opening, at: start, next: intended)
                break
            }
            server.serve(frame, start: start)
            let end = clock.now
            let isLong = end - start > HarnessLimits.coreCheckNanoseconds
            let loss = isLong || core.isStale(at: end) ? core.check(at: end) : 0
            let times = FrameTimes(
                intended: intended, idleSince: idleSince, start: start, end: end,
                lost: isLong ? min(loss, end - start) : 0)
            let served = undelayed.serve(
                intended: intended, ownDelay: ownDelay, work: end - start - times.lost)
            if intended >= opening { record.noteOffered(frame.ticket) }
            if isOpen {
                record.note(frame.ticket, times, undelayed: served)
                observer.noteServed(
                    updates: frame.ticket.updateCount, responseNanoseconds: end - intended,
                    serviceNanoseconds: end - start, end: end, undelayedStart: served.start)
            }
            server.noteServed(end: end, isMeasured: isOpen)
            source.release()
            idleSince = end
            waitCount = source.waitCount
            next = source.next()
        }
        if next == nil {
            // A run that ends early has no frames that are still to come, and its
            // window may not even be open.
            let end =
                source.hasEndedEarly ? max(opening + 1, idleSince) : max(closing, idleSince)
            record.noteClosing(openNanoseconds: end - opening, at: end, next: nil)
            record.hasEndedEarly = source.hasEndedEarly
        }
        if !isOpen { observer.windowOpens(at: opening) }
        observer.windowCloses(at: opening + record.openNanoseconds)
        undelayed.count(from: origin)
        drain(&source, from: next, on: &server, &undelayed, into: &record, &observer)
        observer.ends()
        return record
    }

    /// Waits for a frame, and returns the time at which it can be started.
    ///
    /// A long wait ends with a check of the core, shortly before the frame is
    /// due, so that a core that was lost while nothing was due counts for no
    /// service. So does a long delay, after which the frame starts.
    ///
    /// - Parameters:
    ///   - deadline: When the frame is due, or when the window closes.
    ///   - idleSince: When the frames before it were done.
    ///   - due: When it could have been started.
    ///   - core: The measured thread's core.
    ///   - observer: Told of long waits.
    @inlinable
    func wait<Observer: LoopObserver>(
        until deadline: UInt64, since idleSince: UInt64, due: UInt64,
        _ core: inout CoreLoss<Clock>, _ observer: inout Observer
    ) -> UInt64 {
        let limit = HarnessLimits.coreCheckNanoseconds
        if deadline > idleSince + limit {
            observer.waits(from: idleSince, until: deadline)
            _ = core.check(at: clock.wait(until: deadline - limit / 2))
        }
        // A clock that is read in passing may be read before the work ends.
        let start = max(clock.wait(until: deadline), idleSince)
        guard start > due + limit else { return start }
        _ = core.check(at: start)
        return clock.now
    }

    /// Absorbs the initial state and returns the first frame of the schedule.
    @inlinable
    func absorbInitialState<
        Source: FrameSource & ~Copyable, Server: FrameServing & ~Copyable
    >(_ source: inout Source, on server: inout Server) -> ScheduledFrame? {
        while let frame = source.next() {
            guard frame.ticket.isPreload else {
                server.readOnce()
                return frame
            }
            server.absorb(frame)
            source.release()
        }
        server.readOnce()
        return nil
    }

    /// Counts and absorbs the remaining frames, so that all strategies have
    /// applied the same frames in the end.
    @inlinable
    func drain<
        Source: FrameSource & ~Copyable, Server: FrameServing & ~Copyable,
        Observer: LoopObserver
    >(
        _ source: inout Source, from first: ScheduledFrame?, on server: inout Server,
        _ undelayed: inout UndelayedSchedule, into record: inout LoopRecord,
        _ observer: inout Observer
    ) {
        var next = first
        while let frame = next {
            let intended = frame.ticket.intendedNanoseconds
            // A frame that is due later was not offered.
            if intended < window.endNanoseconds {
                if intended >= window.warmupNanoseconds { record.noteOffered(frame.ticket) }
                let unserved = record.noteUnserved(frame.ticket, &undelayed)
                observer.noteUnserved(
                    updates: frame.ticket.updateCount, due: unserved.due, age: unserved.age,
                    isOwed: unserved.isOwed)
            }
            server.absorb(frame)
            source.release()
            next = source.next()
        }
        server.readOnce()
    }
}
