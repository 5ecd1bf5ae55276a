import Foundation
import FuzzTargets

/// Writes the inputs that fuzzing starts from into a folder.
@main
struct FuzzSeeds {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: fuzz-seeds FOLDER")
            exit(64)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, frames) in try TrafficSeeds.all() + OddValueSeeds.all {
            try Data(FuzzInput.bytes(of: frames))
                .write(to: folder.appendingPathComponent(name), options: .atomic)
        }
    }
}
