import OddsExternal

/// What a program does with captures, each in a process of its own.
struct ConformanceTrial {
    let program: ExternalProgram
    let level: ConformanceLevel
    let limits: ProgramLimits

    /// Of long captures, not after every frame.
    private static let snapshotSpacing = 16
    private static let shortFrameCount = 32

    /// How many events the consumer reads after a frame: mostly all, as many consumers do, and
    /// fewer after every fourth.
    private static func eventsRead(after index: Int) -> UInt32 {
        index % 4 == 3 ? UInt32(index / 4 % 4) : .max
    }

    /// Shows the program a capture.
    ///
    /// - Returns: Where it deviates first; `nil` if it does not.
    /// - Throws: `ProgramFailure` if it does not answer.
    func deviation(on capture: ConformanceCapture) throws(ProgramFailure) -> Deviation? {
        let session = try ProgramSession(program, channels: capture.channels, limits: limits)
        var expectation = Expectation(channels: capture.channels)
        let isShort = capture.frames.count <= Self.shortFrameCount
        for (index, frame) in capture.frames.enumerated() {
            let events = Self.eventsRead(after: index)
            let expected = expectation.apply(frame, events: events)
            let buffer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: frame.bytes.count, alignment: 1)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: frame.bytes)
            let found = try session.apply(
                UnsafeRawBufferPointer(buffer), channel: UInt32(frame.channel), events: events)
            if let deviation = Deviation.between(expected, found, frame: index, level: level) {
                return try explained(deviation, session, expectation, events: events)
            }
            let isLast = index == capture.frames.count - 1
            if isLast || isShort || index % Self.snapshotSpacing == 0,
                let deviation = Deviation.between(
                    expectation.snapshot(), snapshotText: try session.snapshot(), frame: index,
                    level: level)
            {
                return deviation
            }
        }
        try session.end()
        return nil
    }

    /// A checksum says nothing of where a tree differs, the snapshot does. If that is right,
    /// the checksum itself is made wrong.
    private func explained(
        _ deviation: Deviation, _ session: ProgramSession, _ expectation: Expectation,
        events: UInt32
    ) throws(ProgramFailure) -> Deviation {
        guard deviation.kind == .checksum else { return deviation }
        let difference = Deviation.between(
            expectation.snapshot(), snapshotText: try session.snapshot(), frame: deviation.frame,
            level: level)
        let read = events == .max ? "all events" : "the first \(events) events"
        return difference
            ?? Deviation(
                kind: .protocolFault, frame: deviation.frame,
                text: "\(deviation.text), over \(read), while the snapshot is right")
    }
}
