import Testing

/// Dependencies point one way. Each rule is one that a reader relies on; the
/// manifest is held to the sources by `ImportTests`.
@Suite struct ArrowTests {
    static let manifest = PackageManifest.package

    /// From the data of a measurement to the command line.
    @Test(arguments: [
        ("OddsResults", "OddsMeasurement"), ("OddsHarness", "OddsResults"),
        ("OddsExperiments", "OddsHarness"), ("bench-core", "OddsExperiments"),
        ("OddsReport", "OddsResults"), ("bench-core", "OddsReport"),
    ])
    func arrowIsThere(from upper: String, to lower: String) throws {
        #expect(try #require(Self.manifest.target(upper)).targets.contains(lower))
        #expect(!Self.manifest.closure(of: lower).targets.contains(upper))
    }

    /// Reports are made of results alone.
    @Test func reportKnowsNoLoopStoreOrStrategy() {
        let known = Self.manifest.closure(of: "OddsReport").targets
        for target in ["OddsHarness", "OddsExperiments", "OddsStore", "OddsReconstruction"] {
            #expect(!known.contains(target))
        }
    }

    /// Parser, store and strategies: no I/O, no Foundation, no clock.
    @Test(arguments: ["OddsModel", "OddsWire", "OddsStore", "OddsReconstruction"])
    func hotPathImportsNothingButItself(target: String) {
        let hotPath: Set<String> = [
            "CWire", "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction",
        ]
        // What says how memory is to be had from the system.
        let exception = "Sources/OddsModel/HugePages.swift"
        let files = PackageSources.products.filter { $0.target == target }
        #expect(!files.isEmpty)
        for file in files where file.path != exception {
            #expect(Set(file.imports).isSubset(of: hotPath), "\(file.path)")
        }
    }

    @Test func measurementKnowsNoOdds() {
        let known = Self.manifest.closure(of: "OddsMeasurement").targets
        #expect(known.filter { $0.hasPrefix("Odds") } == ["OddsMeasurement"])
    }

    /// Traffic is made for the benchmark; what apps import does not need it.
    @Test(arguments: manifest.libraries.filter { $0.name != "OddsTraffic" }.map(\.name))
    func librariesNeedNoGenerator(library name: String) throws {
        let library = try #require(Self.manifest.libraries.first { $0.name == name })
        for target in library.targets.flatMap({ Self.manifest.closure(of: $0).targets }) {
            let path = try #require(Self.manifest.target(target)).path
            #expect(path.hasPrefix("Sources/"), "\(name) needs \(path)")
        }
    }

    /// The front door is built before every start.
    @Test func frontDoorNeedsNothingButFoundation() {
        let own: Set = ["bench", "OddsLauncher", "OddsConsole"]
        let allowed = own.union(["Foundation", "Synchronization"])
        #expect(Self.manifest.closure(of: "bench") == (own, []))
        for file in PackageSources.products where own.contains(file.target) {
            #expect(Set(file.imports).isSubset(of: allowed), "\(file.path)")
        }
    }

    /// NIO, TLS and HTTP are most of a clean build; only those who measure over
    /// sockets build them.
    @Test(arguments: [
        ("OddsReconstruction", []), ("OddsHarness", ["Histogram"]),
        ("bench-core", ["ArgumentParser", "Histogram", "Mustache", "Subprocess"]),
    ])
    func othersBuildNoNetwork(target: String, products: [String]) {
        #expect(Self.manifest.closure(of: target).products == Set(products))
    }
}
