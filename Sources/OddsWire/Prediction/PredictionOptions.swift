import CWire

/// How records of known shapes are read. Batches and errors are the same in all
/// ways: tests and fuzzers hold these against each other.
package struct PredictionOptions: Sendable {
    /// The sets of instructions for which the kernels in C are compiled.
    package enum Kernels: Int32, Sendable, CaseIterable {
        /// No more than C: the twin of the others.
        case plain
        /// SSE2 or NEON.
        case native
        /// AVX2.
        case wide

        /// The fastest that this machine has.
        package static var best: Kernels { Kernels(rawValue: wireInstructions()) ?? .plain }

        /// Those that this machine has.
        package static var available: [Kernels] {
            allCases.filter { $0.rawValue <= best.rawValue }
        }
    }

    package var kernels = Kernels.best
    /// The number of records of a shape after which it is looked at which of
    /// their values vary. Few records make a parser learn what hardly holds,
    /// which is what tests want.
    package var patience: UInt32 = 16

    package init() {}

    /// How many records in a row show which values do not vary.
    var observedRecords: UInt8 { UInt8(clamping: max(patience / 2, 2)) }
}
