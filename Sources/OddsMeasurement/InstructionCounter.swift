import CLinux
import Foundation

/// Counts the instructions that a piece of work executes in user mode on the
/// calling thread, by the processor's own counter.
///
/// Instructions depend on the program and its input, and hardly on the machine's
/// mood, so that they repeat where times do not.
@usableFromInline
package enum InstructionCounter {
    /// What counts.
    @usableFromInline
    package enum Method: String, Codable, Sendable {
        /// The processor, asked for by `perf_event_open`.
        case perf
        /// Valgrind's callgrind, which emulates the processor: the work is
        /// marked for it by a function's name.
        case callgrind
    }

    /// The function below which callgrind counts, for `--toggle-collect`.
    package static let markedFunction = "clinux_counted"

    /// Whether the processor's counter counts for this process. It is tried: some
    /// virtual machines have one that stands still.
    package static var isAvailable: Bool { count(.perf) {} != nil }

    /// The widest vector instructions that the program sees, such as `AVX2`, by
    /// which libraries choose their kernels. Callgrind emulates no AVX-512.
    @usableFromInline
    package static var vectorInstructions: String {
        String(cString: clinux_vector_instructions())
    }

    /// Does the work, and counts its instructions.
    ///
    /// - Parameters:
    ///   - method: `callgrind` only marks the work.
    ///   - work: Runs once, on the calling thread.
    /// - Returns: The number of instructions; `nil` if another program counts
    ///   them, if there is no counter, or if it did not count all the time.
    @usableFromInline
    package static func count(_ method: Method, _ work: () -> Void) -> UInt64? {
        let counter = method == .perf ? clinux_open_instruction_counter() : -1
        defer { if counter >= 0 { close(counter) } }
        return withoutActuallyEscaping(work) { work in
            var work = work
            let count = withUnsafeMutablePointer(to: &work) { pointer in
                clinux_counted(
                    counter, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, pointer)
            }
            return whole(
                count.instructions, enabled: count.enabled_nanoseconds,
                running: count.running_nanoseconds)
        }
    }

    /// The functions below which callgrind counts for the marks of `mark`.
    package static let markFunctions = "clinux_mark_"

    /// Does the work below the function of a mark, so that callgrind counts its
    /// instructions apart from those of other marks.
    ///
    /// - Parameters:
    ///   - mark: From 0 to 63.
    ///   - work: Runs once, on the calling thread.
    package static func mark(_ mark: Int, _ work: () -> Void) {
        precondition((0..<Int(CLINUX_MARK_COUNT)).contains(mark))
        withoutActuallyEscaping(work) { work in
            var work = work
            withUnsafeMutablePointer(to: &work) { pointer in
                clinux_marked(
                    UInt32(mark), { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
                    pointer)
            }
        }
    }

    /// Executes two instructions a round, as a deliberate regression.
    package static func spin(rounds: Int) { clinux_spin(UInt64(rounds)) }

    /// The number of instructions; `nil` unless the counter ran for as long as it
    /// should have.
    static func whole(_ instructions: UInt64, enabled: UInt64, running: UInt64) -> UInt64? {
        instructions > 0 && running == enabled ? instructions : nil
    }
}
