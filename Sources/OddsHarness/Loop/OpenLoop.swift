import OddsMeasurement

/// The measured loop: offers frames at the times of a schedule that was fixed
/// before the run, whatever becomes of them.
///
/// It is generic over what serves the frames, where they come from and the
/// clock, and `@inlinable`, so that the call into a strategy is a direct one
/// in the module that chose it. Per frame it reads the clock twice and
/// allocates nothing. The calling thread does all the work.
public struct OpenLoop<Clock: NanosecondClock> {
    @usableFromInline let clock: Clock
    @usableFromInline let window: MeasurementWindow

    @inlinable
    public init(clock: Clock, window: MeasurementWindow) {
        self.clock = clock
        self.window = window
    }

    /// Offers all frames of `source` to `server`.
    ///
    /// Frames of the initial state are absorbed first. Then the schedule
    /// starts; `observer` is called between frames. A frame that was started
    /// before the window's end is served to its end; what is still due then is
    /// absorbed. In the end the consumer reads once more, unmeasured.
    @inlinable
    public func run<
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

    /// Returns the first frame of the schedule.
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

    /// Counts and absorbs what is left, so that all strategies have seen the
    /// same frames in the end.
    @inlinable
    func drain<Source: FrameSource & ~Copyable, Server: FrameServing & ~Copyable>(
        _ source: inout Source, from first: ScheduledFrame?, on server: inout Server,
        into record: inout LoopRecord
    ) {
        let closed = window.warmupNanoseconds + record.openNanoseconds
        var next = first
        while let frame = next {
            let intended = frame.ticket.intendedNanoseconds
            // What was not due by then was not offered.
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
