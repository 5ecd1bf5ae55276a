import OddsCapture

/// Generates traffic like that of a SportRadar socket, of the world and at the times of
/// `TrafficGenerator`: the same configuration makes the same changes in both, and the same
/// bytes on any machine. First come the frames of a connection that begins, with its
/// contents as a whole, then one frame for each EM frame that changes any of them.
///
/// Subscribed are all pages of the live events of each sport, with all their markets, and
/// the list of sports.
///
/// It uses `TrafficConfiguration.stateBytes` of memory and some 60 bytes for each event,
/// allocated by `init`; later it allocates only where a step of the world is larger than all
/// before it, and where events come to lists. Frames are written into the caller's
/// `FrameWriter`. One thread owns a generator.
public struct SportRadarGenerator: ~Copyable {
    /// The channel of all frames (SR-K1).
    public static let channel = FeedProvider.socketChannel
    /// The id of the subscriber.
    static let subscriber: StaticString = "s-4f1c"

    /// The configuration of the world.
    let configuration: TrafficConfiguration
    private(set) var traffic: TrafficGenerator
    var contents: WorldContents
    private var step = FrameWriter()
    /// What is left of a connection that begins.
    private var refresh: RefreshCursor?
    private var isListening = false
    private var garbage: HostileSocket
    private var schedule = FrameSchedule.start

    /// - Throws: Any error of `TrafficConfiguration.validate(for:memoryBytesMax:)`.
    /// - Complexity: O(events × markets × outcomes).
    public init(_ configuration: TrafficConfiguration) throws(TrafficConfigurationError) {
        try configuration.validate(for: .sportRadar)
        traffic = try TrafficGenerator(configuration)
        traffic.skipInitialFrames()
        contents = WorldContents(of: traffic.world)
        self.configuration = configuration
        garbage = HostileSocket(seed: configuration.seed)
        for name in configuration.socketContents {
            do {
                _ = try contents.open(name, of: traffic.world)
            } catch {
                preconditionFailure("a world has its sports: \(error)")
            }
        }
        beginConnection()
    }

    private mutating func beginConnection() {
        isListening = false
        refresh = RefreshCursor(contents, frameBytesMax: configuration.stateFrameBytesMax)
    }

    /// Writes the next frame of the connection's beginning: `LISTENING_STARTED`, then the
    /// contents. Writes nothing and returns `nil` once it is complete.
    public mutating func nextInitialFrame(into writer: inout FrameWriter) -> FrameSchedule? {
        guard refresh != nil else { return nil }
        return nextFrameOfBeginning(into: &writer)
    }

    /// Writes the next frame of the stream. In the `redump` scenario the connection begins
    /// anew, with frames that are due at the same time.
    ///
    /// - Precondition: The beginning of the connection is complete.
    /// - Complexity: O(bytes of the frame).
    public mutating func nextFrame(into writer: inout FrameWriter) -> FrameSchedule {
        if refresh != nil {
            precondition(schedule.intendedNanoseconds > 0, "the initial state comes first")
            return nextFrameOfBeginning(into: &writer)
        }
        repeat {
            schedule = traffic.nextFrame(into: &step)
            writer.clear()
            if step.isVerbatim {
                garbage.writeFrame(of: contents, traffic.world, to: &writer)
            } else if step.isDump {
                beginConnection()
                return nextFrameOfBeginning(into: &writer)
            } else {
                writeChanges(to: &writer)
            }
        } while writer.isEmpty
        return schedule.of(writer)
    }

    private mutating func nextFrameOfBeginning(into writer: inout FrameWriter) -> FrameSchedule {
        if isListening {
            writer.beginSocketFrame()
            refresh?.writeElements(of: &contents, traffic.world, to: &writer)
            writer.endFrame()
            if refresh?.isAtEnd == true { refresh = nil }
        } else {
            writer.writeListening(subscriber: Self.subscriber)
            isListening = true
        }
        return schedule.of(writer)
    }

    private mutating func writeChanges(to writer: inout FrameWriter) {
        contents.note(step, traffic.world)
        writer.beginSocketFrame()
        contents.writeChanges(of: traffic.world, to: &writer)
        for index in 0..<step.marks.count where step.marks[index].subject.isStranger {
            garbage.writeElement(of: contents, traffic.world, to: &writer)
        }
        if writer.recordCount == 0 {
            writer.clear()
        } else {
            writer.endFrame()
        }
    }
}

extension FrameSchedule {
    fileprivate static let start = FrameSchedule(
        intendedNanoseconds: 0, arrivalMilliseconds: TrafficGenerator.startMilliseconds,
        byteCount: 0, recordCount: 0, offerUpdateCount: 0)

    /// The same time for what a writer has.
    fileprivate func of(_ writer: borrowing FrameWriter) -> FrameSchedule {
        FrameSchedule(
            intendedNanoseconds: intendedNanoseconds, arrivalMilliseconds: arrivalMilliseconds,
            byteCount: writer.byteCount, recordCount: writer.recordCount,
            offerUpdateCount: writer.offerUpdateCount)
    }
}
