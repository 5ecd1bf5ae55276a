/// Frames for a program, of one channel or more.
package struct ConformanceCapture: Equatable, Sendable {
    package struct Frame: Equatable, Sendable {
        /// The number of its channel.
        package var channel: Int
        package var bytes: [UInt8]

        package init(channel: Int = 0, bytes: [UInt8]) {
            self.channel = channel
            self.bytes = bytes
        }
    }

    /// Where it comes from, for reports.
    package let name: String
    /// The rule of the contract that it was made for; `nil` for any.
    package let rule: ContractRule?
    /// The names of the channels, in order of first appearance.
    package let channels: [String]
    package var frames: [Frame]

    package init(
        name: String, rule: ContractRule? = nil, channels: [String] = ["/1"], frames: [Frame]
    ) {
        self.name = name
        self.rule = rule
        self.channels = channels
        self.frames = frames
    }
}

/// A rule of the feed contract.
package struct ContractRule: Hashable, Sendable, CustomStringConvertible {
    /// Such as `EM-V3`.
    package let name: String
    /// What it says, in short.
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    package var description: String { "\(name), \(text)" }
}
