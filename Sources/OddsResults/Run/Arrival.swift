import Foundation

/// The arrival process of a run's frames: when they are due.
public struct Arrival: Codable, Equatable, Sendable, CustomStringConvertible {
    /// `constant`, `poisson`, `bursts`, `jittered` for times drawn within equal shares, one
    /// for each update, or `recorded` for the times of a capture.
    public var process: String
    /// How many times as fast as recorded; `nil` for other processes.
    public var speed: Double?

    /// Names a process without a speed.
    ///
    /// - Parameter process: Its name.
    public init(_ process: String) { self.process = process }

    /// The recorded times of a capture.
    ///
    /// - Parameter speed: How many times as fast as recorded.
    public static func recorded(speed: Double) -> Arrival {
        var arrival = Arrival("recorded")
        arrival.speed = speed
        return arrival
    }

    /// `constant`, or `recorded ×2`.
    public var description: String {
        speed.map { process + String(format: " ×%g", $0) } ?? process
    }
}
