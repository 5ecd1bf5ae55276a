import OddsFleetFeed
import OddsTestInputs

/// A source with one topic and its stream, as simple as they can be.
struct SourceModel {
    private(set) var epoch: UInt64 = 1_000
    private(set) var number: UInt64 = 0
    private(set) var isOpen = false
    private(set) var hasTopic = true
    var isUp = true
    var isPaused = false
    /// What the stream has, with the times at which it was stored.
    private(set) var stored: [(frame: FleetFrame, at: Int)] = []
    /// What was not stored, with the times at which it is sent again.
    private(set) var unstored: [(frame: FleetFrame, at: Int)] = []

    mutating func restart(hasTopic: Bool, by growth: UInt64) {
        epoch += growth
        number = 0
        isOpen = false
        self.hasTopic = hasTopic
        // What was not acknowledged ends with the process.
        unstored = []
    }

    /// No edge has named the topic. What changes from now on is published to nobody.
    mutating func close() {
        guard isOpen else { return }
        isOpen = false
        number += 1
    }

    /// The next frame; `nil` if nobody has asked for the topic.
    mutating func publish(padding: Int) -> FleetFrame? {
        guard isOpen, isUp, !isPaused else { return nil }
        number += 1
        return FleetFrame(
            epoch: epoch, number: number, version: number, recordCount: 1, dueNanoseconds: 0,
            bytes: Self.bytes(epoch, number, padding: padding))
    }

    /// The answer to a request; `nil` is a refusal.
    mutating func answer(padding: Int) -> FleetDump? {
        guard hasTopic else { return nil }
        isOpen = true
        return FleetDump(
            epoch: epoch, number: number, version: number,
            bytes: Self.bytes(epoch, number, padding: padding))
    }

    mutating func store(_ frame: FleetFrame, at step: Int) { stored.append((frame, step)) }

    mutating func miss(_ frame: FleetFrame, resendAt step: Int) {
        if frame.epoch == epoch { unstored.append((frame, step)) }
    }

    /// The frames that are sent again now.
    mutating func overdue(at step: Int) -> [FleetFrame] {
        guard isUp else { return [] }
        let overdue = unstored.filter { $0.at <= step }.map(\.frame)
        unstored.removeAll { $0.at <= step }
        return overdue
    }

    /// Drops what is older than the stream's age.
    mutating func expire(before step: Int) { stored.removeAll { $0.at < step } }

    func stored(_ numbers: ClosedRange<UInt64>, of epoch: UInt64) -> [FleetFrame] {
        stored.map(\.frame).filter { $0.epoch == epoch && numbers.contains($0.number) }
    }

    /// The text of a state, by which a client sees which one it has.
    private static func bytes(_ epoch: UInt64, _ number: UInt64, padding: Int) -> [UInt8] {
        Array("\(epoch) \(number) ".utf8) + [UInt8](repeating: 0x2E, count: padding)
    }
}

/// A client, which knows what it may be given, and in which order.
struct ClientModel {
    enum State: Equatable {
        /// Waits for a dump, which may not be older than what it has.
        case waiting
        /// Has a dump, and is given what is passed.
        case live
        /// Was told that there is no such topic.
        case refused(at: Int)
    }

    var state = State.waiting
    private(set) var epoch: UInt64 = 0
    private(set) var number: UInt64 = 0

    /// Takes a dump and the frames behind it. Returns what is wrong with it.
    mutating func take(_ held: (dump: FleetDump, frames: [FleetFrame])) -> String? {
        let dump = held.dump
        guard (dump.epoch, dump.number) >= (epoch, number) else {
            return "a dump at \(dump.epoch):\(dump.number) behind \(epoch):\(number)"
        }
        guard Self.says(dump.bytes, dump.epoch, dump.number) else { return "another dump" }
        state = .live
        (epoch, number) = (dump.epoch, dump.number)
        return take(held.frames)
    }

    /// Takes frames that are passed on. Returns what is wrong with them.
    mutating func take(_ frames: [FleetFrame]) -> String? {
        for frame in frames {
            guard frame.epoch == epoch, frame.number == number + 1 else {
                return "\(frame.epoch):\(frame.number) after \(epoch):\(number)"
            }
            guard Self.says(frame.bytes, epoch, frame.number) else { return "another frame" }
            number = frame.number
        }
        return nil
    }

    private static func says(_ bytes: [UInt8], _ epoch: UInt64, _ number: UInt64) -> Bool {
        bytes.starts(with: "\(epoch) \(number) ".utf8)
    }
}
