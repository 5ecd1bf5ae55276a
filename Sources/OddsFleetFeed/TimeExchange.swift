import OddsJSON

/// A question for the source's time.
package struct TimeRequest: Equatable, Sendable, FleetDocument {
    /// The longest document.
    package static let bytesMax = 256

    static let schema = "oddsbench.fleet-time-request/1"

    /// Tells the answers to different questions apart.
    package let number: UInt64

    /// A question of that number, `FleetLimits.numberMax` at most.
    package init(number: UInt64) { self.number = number }

    /// The document as it is sent.
    ///
    /// - Complexity: O(bytes).
    package var json: [UInt8] { written }

    /// Reads a question.
    ///
    /// - Throws: `FleetFormatError` for anything but what `json` writes.
    package init(json: [UInt8]) throws(FleetFormatError) {
        try self.init(checking: json, bytesMax: Self.bytesMax)
    }

    init(_ document: JSONValue) throws(FleetFormatError) {
        number = try document.number("number", in: 0...FleetLimits.numberMax)
    }

    var members: [JSONMember] { [JSONMember("number", .number(number))] }
}

/// The source's answer.
package struct TimeAnswer: Equatable, Sendable, FleetDocument {
    static let schema = "oddsbench.fleet-time/1"

    /// The question that this answers.
    package let number: UInt64
    /// The world's epoch.
    package let epoch: UInt64
    /// The time on the source's monotonic clock.
    package let nanoseconds: UInt64
    /// The boot of the source's machine.
    package let bootID: BootID

    /// An answer.
    package init(to request: TimeRequest, epoch: UInt64, nanoseconds: UInt64, bootID: BootID) {
        number = request.number
        self.epoch = epoch
        self.nanoseconds = nanoseconds
        self.bootID = bootID
    }

    /// The document as it is sent.
    ///
    /// - Complexity: O(bytes).
    package var json: [UInt8] { written }

    /// Reads an answer.
    ///
    /// - Throws: `FleetFormatError` for anything but what `json` writes.
    package init(json: [UInt8]) throws(FleetFormatError) {
        try self.init(checking: json, bytesMax: 512)
    }

    init(_ document: JSONValue) throws(FleetFormatError) {
        number = try document.number("number", in: 0...FleetLimits.numberMax)
        epoch = try document.number("epoch", in: 1...FleetLimits.nanosecondsMax)
        nanoseconds = try document.number("nanoseconds", in: 0...FleetLimits.nanosecondsMax)
        bootID = try document.bootID("boot")
    }

    var members: [JSONMember] {
        [
            JSONMember("number", .number(number)), JSONMember("epoch", .number(epoch)),
            JSONMember("nanoseconds", .number(nanoseconds)),
            JSONMember("boot", .string(bootID.description)),
        ]
    }
}
