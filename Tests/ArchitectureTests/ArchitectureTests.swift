import Testing

/// The house rules that a reader of the sources relies on: dependencies point
/// one way, and files stay readable.
@Suite struct ArchitectureTests {
    /// What each target may import, beside the standard library's own modules.
    /// A new target has to be added here, which is when to think about it.
    static let allowedImports: [String: Set<String>] = [
        "OddsModel": [],
        "OddsWire": ["OddsModel"],
        "OddsStore": ["OddsModel", "OddsWire"],
        "OddsReconstruction": ["OddsModel", "OddsWire", "OddsStore"],
        "OddsJSON": [],
        "SeededRandom": [],
        "OddsWAMP": ["OddsJSON"],
        "OddsCapture": ["OddsJSON", "CZlib", "Foundation"],
        "OddsMeasurement": [
            "SeededRandom", "CLinux", "CZlib", "COpenSSL", "CryptoKit", "Histogram", "Foundation",
        ],
        "OddsTraffic": ["OddsModel", "OddsCapture", "SeededRandom"],
        "OddsWebSocket": ["NIOCore", "NIOWebSocket"],
        "OddsClient": [
            "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsWAMP",
            "OddsWebSocket", "AsyncAlgorithms", "Foundation", "NIOCore", "NIOHTTP1", "NIOPosix",
            "NIOSSL", "NIOWebSocket", "NIOConcurrencyHelpers",
        ],
        "OddsSimulator": [
            "OddsWAMP", "OddsJSON", "OddsWire", "OddsReconstruction", "OddsCapture",
            "OddsTraffic", "DequeModule", "Foundation",
        ],
        "OddsServer": [
            "OddsSimulator", "OddsTraffic", "OddsWAMP", "OddsWebSocket", "Foundation",
            "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL",
            "NIOWebSocket", "NIOConcurrencyHelpers", "ServiceLifecycle",
        ],
        "emsim": [
            "OddsServer", "OddsSimulator", "OddsTraffic", "ArgumentParser", "Foundation",
            "Logging", "NIOCore", "ServiceLifecycle",
        ],
        "emload": [
            "OddsWAMP", "OddsWebSocket", "ArgumentParser", "Foundation", "Histogram", "NIOCore",
            "NIOHTTP1", "NIOPosix", "NIOWebSocket",
        ],
        "OddsHarness": [
            "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsCapture",
            "OddsMeasurement", "Crypto", "Foundation", "Histogram",
        ],
        "OddsReport": [
            "OddsReconstruction", "OddsStore", "OddsMeasurement", "OddsHarness", "Crypto",
            "Foundation", "Mustache",
        ],
        "bench": [
            "OddsModel", "OddsWire", "OddsReconstruction", "OddsCapture", "OddsMeasurement",
            "OddsHarness", "OddsReport", "OddsTraffic", "OddsClient", "OddsWAMP",
            "ArgumentParser", "CJemalloc", "CLinux", "Crypto", "Foundation",
            "FoundationNetworking", "FoundationXML", "OddsSimulator", "NIOCore", "NIOPosix",
        ],
    ]

    /// The C library's own modules, on the systems that have them, and what
    /// comes with the toolchain.
    static let systemImports: Set<String> = [
        "Swift", "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch",
    ]

    static let sources = PackageSources.below("Sources") + PackageSources.below("Generators")

    @Test func everyTargetImportsOnlyWhatItMay() {
        #expect(Set(Self.sources.map(\.target)) == Set(Self.allowedImports.keys))
        for file in Self.sources {
            let allowed = (Self.allowedImports[file.target] ?? []).union(Self.systemImports)
            for module in file.imports where !allowed.contains(module) {
                Issue.record("\(file.path) imports \(module)")
            }
        }
    }

    /// Parser, store and strategies: no I/O, no Foundation, no clock.
    @Test(arguments: ["OddsModel", "OddsWire", "OddsStore", "OddsReconstruction"])
    func hotPathImportsNothingButItself(target: String) {
        let allowed = Self.allowedImports[target]!
        let files = Self.sources.filter { $0.target == target }
        #expect(!files.isEmpty)
        for file in files { #expect(Set(file.imports).isSubset(of: allowed), "\(file.path)") }
    }

    @Test func measurementKnowsNoOdds() {
        for file in Self.sources where file.target == "OddsMeasurement" {
            #expect(!file.imports.contains { $0.hasPrefix("Odds") }, "\(file.path)")
        }
    }

    static let executables: Set<String> = ["bench", "emsim", "emload"]

    /// Traffic is made for the benchmark; what users import does not need it.
    @Test func onlyTheExecutableImportsTheGenerators() {
        for file in PackageSources.below("Sources") where file.target != "bench" {
            #expect(!file.imports.contains("OddsTraffic"), "\(file.path)")
        }
    }

    @Test func filesAndLinesAreShortEnoughToRead() {
        for file in PackageSources.all {
            #expect(file.lines.count <= 501, "\(file.path): \(file.lines.count - 1) lines")
            for (index, line) in file.lines.enumerated() where line.count > 100 {
                Issue.record("\(file.path):\(index + 1): \(line.count) columns")
            }
        }
    }

    @Test func nothingIsLeftForLater() {
        // Written so that this file does not find itself.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        for file in PackageSources.all {
            for (index, line) in file.lines.enumerated() {
                for mark in marks where line.contains(mark) {
                    Issue.record("\(file.path):\(index + 1): \(mark)")
                }
            }
        }
    }

    /// Libraries return and throw; what to say and how to end is the
    /// executable's.
    @Test func librariesNeitherPrintNorExit() {
        for file in Self.sources where !Self.executables.contains(file.target) {
            for (index, line) in file.lines.enumerated() {
                let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
                // A case of an enumeration may be called like one of them.
                if code.drop(while: { $0 == " " }).hasPrefix("case ") { continue }
                for call in ["print(", "debugPrint(", "exit(", "abort(", "fatalError("]
                where code.containsCall(call) {
                    Issue.record("\(file.path):\(index + 1): \(call)")
                }
            }
        }
    }

    @Test func importsAreFound() {
        let lines = [
            "import A", "@testable import B", "public import struct C.D", "// import E",
            "@_exported import F", "let text = \"import G\"", "import func H.i",
        ]
        let file = SourceFile(path: "Sources/X/Y.swift", lines: lines)
        #expect(file.imports == ["A", "B", "C", "F", "H"])
        #expect(file.target == "X")
    }
}

extension StringProtocol {
    /// Whether `call` occurs as a call of that name, not as the end of a longer
    /// name or as a member of something.
    fileprivate func containsCall(_ call: String) -> Bool {
        ranges(of: call).contains { range in
            guard range.lowerBound > startIndex else { return true }
            let before = self[index(before: range.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "_" && before != "."
        }
    }
}
