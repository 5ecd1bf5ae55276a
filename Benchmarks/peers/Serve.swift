import ArgumentParser
import OddsConsole
import OddsOptions
import OddsResults
import PeerBenchmarks

struct Serve: MeasuringCommand {
    static let configuration = CommandConfiguration(
        abstract: "Has one implementation serve frames, untimed: for callgrind and profilers.",
        discussion: """
            Example: valgrind --tool=callgrind --collect-atstart=no \
            --toggle-collect='*measuredNanoseconds*' peers serve --task apply --frames 20000

            Instructions per record are the instructions collected divided by the number of \
            records that this prints. Where valgrind cannot read the program's debug \
            information, strip it first.
            """)

    @Option(help: "decode, apply or tree.")
    var task = "apply"

    @Option(help: "Its name in the table.")
    var implementation = "ours"

    @Option(
        help: "Frames; an eighth of them warms up and does not count.",
        transform: CountText.option)
    var frames = 20_000

    @Flag(help: "Frames in which everything changes, instead of odds alone.")
    var steady = false

    @Option(name: .customLong("capture"), help: "A capture to loop instead; repeatable.")
    var captures: [String] = []

    @Option(help: "The style of the frames, as the task 'styles' names them.")
    var style = "plain"

    func validate() throws {
        guard PeerTask.all.contains(where: { $0.name == task }) else {
            throw Peers.noSuch("task", task, among: PeerTask.all.map(\.name))
        }
        guard StyleTable.names.contains(style) else {
            throw Peers.noSuch("style", style, among: StyleTable.names)
        }
        guard frames >= 8 else { throw ValidationError("give at least 8 frames") }
        guard !steady || captures.isEmpty else {
            throw ValidationError("give --steady or --capture, not both")
        }
    }

    func run() throws {
        let workload: Workload =
            if !captures.isEmpty {
                .captured(paths: captures, bytes: frames * Workload.bytesPerFrame)
            } else if steady {
                .steady(frames: frames)
            } else {
                .odds(frames: frames)
            }
        let set = StyleTable.frames(try workload.frames(), in: style)
        for task in PeerTask.all where task.name == self.task {
            try StandardOutput.print("\(try task.serve(implementation, set)) records")
        }
    }
}
