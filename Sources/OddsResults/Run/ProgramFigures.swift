/// What is known of a run's program that is in another process; its memory is that of
/// `MemoryFigures`.
public struct ProgramFigures: Codable, Equatable, Sendable {
    /// Its command line.
    public var command: String
    /// How much of the contract it claims; `nil` for the program that answers nothing.
    public var level: String?
    /// How messages travelled: `pipe` or `ring`.
    public var transport: String
    /// Processor time of all its threads within the window, in the kernel too, in steps of
    /// 10 ms; `nil` where the system does not report it.
    public var processorNanoseconds: UInt64?
    /// The answers that were compared with those of this package's graph, all of which are
    /// equal.
    public var answersChecked = 0

    package init(command: String, level: String?, transport: String) {
        self.command = command
        self.level = level
        self.transport = transport
    }
}
