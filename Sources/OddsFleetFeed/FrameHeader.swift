/// What the headers of a frame's message say.
package struct FrameHeader: Equatable, Sendable {
    /// The world's epoch.
    package let epoch: UInt64
    /// The frame's number among those of its topic and epoch, from 1.
    package let number: UInt64
    /// The version, if the frame has one.
    package let version: UInt64?
    /// The number of records in the frame.
    package let recordCount: Int
    /// When the frame was due, on the source's monotonic clock.
    package let dueNanoseconds: UInt64
    /// The part of the frame that this message has.
    package let part: PartNumber

    /// The header of a part of a frame.
    package init(_ frame: FleetFrame, part: PartNumber = .whole) {
        epoch = frame.epoch
        number = frame.number
        version = frame.version
        recordCount = frame.recordCount
        dueNanoseconds = frame.dueNanoseconds
        self.part = part
    }

    /// Reads a message's headers, in any order; those of other names are skipped.
    ///
    /// - Throws: `FleetFormatError` for a header that is missing, there twice or out of range.
    package init(_ headers: [FleetHeader]) throws(FleetFormatError) {
        let reader = try HeaderReader(headers)
        epoch = try reader.number("Odds-Epoch", in: 1...FleetLimits.nanosecondsMax)
        number = try reader.number("Odds-Frame", in: 1...FleetLimits.numberMax)
        version = try reader.number(ifPresent: "Odds-Version", in: 0...UInt64.max)
        recordCount = try reader.count("Odds-Records", max: FleetLimits.bytesMax)
        dueNanoseconds = try reader.number("Odds-Due", in: 0...FleetLimits.nanosecondsMax)
        part = try reader.part()
    }

    /// The headers as they are sent.
    package var headers: [FleetHeader] {
        var headers: [FleetHeader] = [
            ("Odds-Epoch", String(epoch)), ("Odds-Frame", String(number)),
            ("Odds-Records", String(recordCount)), ("Odds-Due", String(dueNanoseconds)),
        ]
        if let version { headers.append(("Odds-Version", String(version))) }
        return headers + part.headers
    }
}
