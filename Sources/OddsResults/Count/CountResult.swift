import OddsMeasurement

/// The instructions that strategies execute per update: serving frames one after
/// the other, without a schedule, on equal frames.
package struct CountResult: ResultContent {
    package static var kind: String { "count" }

    /// The name of the figure in limits and judgements.
    package static let metric = "instructionsPerUpdate"

    package var method: InstructionCounter.Method
    /// The widest vector instructions that the program saw while it was counted,
    /// such as `AVX2`: libraries choose their kernels by them.
    package var vectorInstructions: String
    package var counts: [Count]
    /// By kinds of records, if these were counted.
    package var records: [RecordCount]?

    package init(
        method: InstructionCounter.Method, vectorInstructions: String, counts: [Count],
        records: [RecordCount]? = nil
    ) {
        self.method = method
        self.vectorInstructions = vectorInstructions
        self.counts = counts
        self.records = records
    }

    /// One strategy.
    package struct Count: Codable, Equatable, Sendable {
        package var strategy: String
        package var frames: Int
        package var updates: Int
        /// The number of instructions in user mode, one per repetition, each in a
        /// process of its own.
        package var instructions: [UInt64]
        /// The digest of the canonical snapshot after the last frame.
        package var digest: String

        package init(
            strategy: String, frames: Int, updates: Int, instructions: [UInt64], digest: String
        ) {
            self.strategy = strategy
            self.frames = frames
            self.updates = updates
            self.instructions = instructions
            self.digest = digest
        }

        /// Instructions per update, one per repetition.
        package var perUpdate: [Double] {
            instructions.map { Double($0) / Double(max(updates, 1)) }
        }
    }
}
