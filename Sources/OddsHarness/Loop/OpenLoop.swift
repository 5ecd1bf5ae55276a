import OddsMeasurement

/// The measured loop. It is open: frames are offered at the times of a
/// schedule that was fixed before the run, however long their service takes.
///
/// The loop is generic over server, source and clock, and `@inlinable`, so that
/// the module that chooses a strategy calls it directly. It reads the clock
/// twice per frame and allocates nothing. The calling thread does all the work.
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
            let start = clock.wait(until: min(intended, closing))
            if source.waitCount != waitCount {
                record.noteProducerWait(from: max(intended, idleSince), until: start)
            }
            if start >= closing {
                record.noteClosing(
                    openNanoseconds: start - opening, at: start, next: intended)
                break
            }
            server.serve(frame, start: start)
            let end = clock.now
            if intended >= opening { record.noteOffered(frame.ticket) }
            if isOpen {
                record.note(
                    frame.ticket, intended: intended, idleSince: idleSince, start: start,
                    end: end)
                observer.noteServed(responseNanoseconds: end - intended, end: end)
            }
            server.noteServed(end: end, isMeasured: isOpen)
            source.release()
            idleSince = end
            waitCount = source.waitCount
            next = source.next()
        }
        if next == nil {
            record.noteClosing(
                openNanoseconds: window.durationNanoseconds, at: closing, next: nil)
        }
        if !isOpen { observer.windowOpens(at: opening) }
        observer.windowCloses()
        drain(&source, from: next, on: &server, into: &record)
        observer.ends()
        return record
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
    func drain<Source: FrameSource & ~Copyable, Server: FrameServing & ~Copyable>(
        _ source: inout Source, from first: ScheduledFrame?, on server: inout Server,
        into record: inout LoopRecord
    ) {
        let closed = window.warmupNanoseconds + record.openNanoseconds
        var next = first
        while let frame = next {
            let intended = frame.ticket.intendedNanoseconds
            // A frame that is due later was not offered.
            if intended < window.endNanoseconds {
                if intended >= window.warmupNanoseconds { record.noteOffered(frame.ticket) }
                record.noteUnserved(frame.ticket, ageNanoseconds: closed - intended)
            }
            server.absorb(frame)
            source.release()
            next = source.next()
        }
        server.readOnce()
    }
}
