/// What each target may import: just what it does. A new arrow has to be added
/// here, which is when to think about it.
enum AllowedImports {
    static let byTarget: [String: Set<String>] = [
        "OddsModel": [],
        "OddsWire": ["CWire", "OddsModel"],
        "OddsStore": ["OddsModel", "OddsWire"],
        "OddsReconstruction": ["OddsModel", "OddsWire", "OddsStore"],

        "OddsConsole": ["Foundation"],
        "OddsJSON": [],
        "OddsEntities": ["OddsJSON", "OddsModel", "Foundation"],
        "OddsBetting": ["OddsJSON", "BigInt"],
        "OddsTopics": [],
        "OddsWAMP": ["OddsJSON"],
        "OddsWebSocket": ["CZlib", "NIOCore", "NIOHTTP1", "NIOWebSocket"],
        "OddsClient": [
            "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsJSON", "OddsTopics",
            "OddsWAMP", "OddsWebSocket", "AsyncAlgorithms", "Foundation",
            "NIOConcurrencyHelpers", "NIOCore", "NIOPosix", "NIOSSL",
        ],
        "ServicesProvider": [
            "OddsBetting", "OddsJSON", "OddsModel", "OddsTopics", "OddsWAMP", "OddsClient",
            "AsyncHTTPClient", "Foundation", "Logging", "NIOConcurrencyHelpers", "NIOCore",
            "NIOHTTP1", "NIOPosix",
        ],
        "ServicesProviderCombine": [
            "OddsBetting", "OddsModel", "OddsClient", "ServicesProvider", "Foundation",
            "NIOConcurrencyHelpers", "OpenCombine",
        ],
        "OddsClientTesting": ["OddsWAMP", "OddsClient", "NIOConcurrencyHelpers"],

        "SeededRandom": [],
        "OddsCapture": ["OddsJSON", "CZlib"],
        "OddsMeasurement": [
            "SeededRandom", "CLinux", "COpenSSL", "CZlib", "Foundation", "Histogram",
        ],
        "OddsLedger": ["OddsMeasurement"],
        "OddsResults": ["OddsMeasurement", "Foundation"],
        "OddsHarness": [
            "COffers", "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsCapture",
            "OddsMeasurement", "OddsResults", "Foundation",
        ],

        "OddsTraffic": ["OddsModel", "SeededRandom", "OddsCapture"],
        "OddsSimulator": [
            "OddsWire", "OddsReconstruction", "OddsBetting", "OddsJSON", "OddsTopics", "OddsWAMP",
            "OddsCapture", "OddsTraffic", "DequeModule", "Foundation",
        ],
        "OddsPlatform": [
            "OddsBetting", "OddsJSON", "OddsModel", "OddsSimulator", "OddsTraffic", "COpenSSL",
            "DequeModule",
            "Foundation", "GRDB", "NIOConcurrencyHelpers", "NIOPosix",
        ],
        "OddsPlatformServer": [
            "OddsBetting", "OddsJSON", "OddsMeasurement", "OddsTraffic", "OddsSimulator",
            "OddsServer", "OddsPlatform",
            "Foundation", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Mustache",
            "NIOConcurrencyHelpers", "NIOCore", "NIOHTTPTypes", "ServiceLifecycle",
        ],
        "OddsNATS": ["CNATS", "Foundation"],
        "OddsFleetFeed": ["OddsJSON"],
        "OddsServer": [
            "OddsConsole", "OddsJSON", "OddsCapture", "OddsTopics", "OddsTraffic", "OddsWAMP",
            "OddsWebSocket", "OddsSimulator", "OddsLedger", "Foundation", "HTTPTypes",
            "Hummingbird", "HummingbirdCore", "Logging", "NIOConcurrencyHelpers", "NIOCore",
            "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "NIOWebSocket",
            "ServiceLifecycle",
        ],
        "GameServer": [
            "OddsClient", "OddsJSON", "OddsMeasurement", "OddsModel", "OddsServer",
            "OddsWebSocket", "SeededRandom", "ServicesProvider",
            "Foundation", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging",
            "NIOConcurrencyHelpers", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
            "NIOHTTPTypesHTTP1", "NIOPosix", "NIOWebSocket", "ServiceLifecycle",
        ],
        "game": [
            "GameServer", "OddsMeasurement", "OddsOptions", "OddsResults", "OddsServer",
            "ArgumentParser", "Foundation", "Logging", "ServiceLifecycle",
        ],
        "OddsSimulatorProgram": [
            "OddsTraffic", "OddsSimulator", "OddsServer", "OddsPlatform",
            "OddsPlatformServer", "OddsMeasurement", "OddsOptions", "OddsResults", "OddsWebSocket",
            "ArgumentParser", "CJemalloc",
            "Foundation", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle",
        ],
        "emsim": ["OddsSimulatorProgram", "OddsOptions", "OddsLauncher", "ArgumentParser"],
        "OddsFleetServer": [
            "OddsTraffic", "OddsSimulator", "OddsServer", "OddsFleetFeed", "OddsMeasurement",
            "OddsNATS", "DequeModule", "Foundation", "Logging",
            "NIOConcurrencyHelpers", "NIOCore", "NIOPosix",
        ],
        "emsim-fleet": [
            "OddsServer", "OddsFleetFeed", "OddsFleetServer", "OddsNATS", "OddsOptions",
            "OddsSimulatorProgram", "ArgumentParser", "Logging", "ServiceLifecycle",
        ],
        "OddsFleetLoad": [
            "OddsReconstruction", "OddsJSON", "OddsTopics", "OddsWebSocket", "OddsClient",
            "OddsMeasurement", "OddsLedger", "OddsResults", "OddsExperiments", "OddsLive",
            "OddsFleetFeed", "OddsFleetRun", "OddsLauncher", "OddsNATS", "SeededRandom",
            "Foundation",
        ],
        "bench-fleet": [
            "OddsConsole", "OddsMeasurement", "OddsResults", "OddsExperiments", "OddsReport",
            "OddsOptions", "OddsFleetRun", "OddsFleetLoad", "OddsFleetPlan", "OddsFleetCalibration",
            "OddsNATS", "OddsLauncher", "ArgumentParser", "Foundation",
        ],
        "OddsLoadClients": [
            "OddsTopics", "OddsWAMP", "OddsWebSocket", "Foundation", "Histogram", "NIOCore",
            "NIOPosix",
        ],
        "emload": [
            "OddsConsole", "OddsLoadClients", "OddsOptions", "OddsResults", "OddsWebSocket",
            "ArgumentParser", "Foundation", "NIOCore", "NIOPosix",
        ],

        "OddsReference": [],
        "OddsVerification": ["OddsModel", "OddsWire", "OddsReconstruction", "OddsReference"],
        "OddsExternal": [
            "OddsConsole", "OddsModel", "OddsReconstruction", "OddsMeasurement", "CLinux", "CZlib",
            "Foundation",
        ],
        "OddsConformance": [
            "OddsCapture", "OddsResults", "OddsTraffic", "OddsReference", "OddsExternal",
            "SeededRandom",
        ],
        "OddsExperiments": [
            "OddsConsole", "OddsExternal", "OddsConformance",
            "OddsModel", "OddsWire", "OddsReconstruction", "OddsCapture", "OddsMeasurement",
            "OddsResults", "OddsHarness", "OddsLedger", "OddsTraffic", "OddsVerification",
            "OddsLauncher", "CJemalloc", "CLinux", "Foundation", "Subprocess",
        ],
        "OddsReport": [
            "OddsConsole", "OddsMeasurement", "OddsResults", "Foundation", "Mustache",
        ],
        "OddsFleetPlan": ["OddsMeasurement", "OddsResults", "Foundation"],
        "OddsOptions": [
            "OddsConsole", "OddsExternal",
            "OddsWire", "OddsCapture", "OddsReconstruction", "OddsResults", "OddsTraffic",
            "ArgumentParser", "Foundation",
        ],
        "OddsLive": [
            "OddsWire", "OddsReconstruction", "OddsJSON", "OddsTopics", "OddsWAMP", "OddsClient",
            "OddsCapture", "OddsMeasurement", "OddsResults", "OddsHarness", "OddsLedger",
            "OddsTraffic", "OddsSimulator", "OddsExperiments", "OddsLauncher", "OddsWebSocket",
            "ServicesProvider", "Foundation", "FoundationNetworking", "NIOCore", "NIOPosix",
            "Subprocess",
        ],
        "OddsFleetRun": [
            "OddsReconstruction", "OddsJSON", "OddsLedger", "OddsMeasurement", "OddsResults",
            "OddsExperiments", "Foundation",
        ],
        "OddsFleetCalibration": [
            "OddsClient", "OddsExperiments", "OddsFleetFeed", "OddsFleetLoad", "OddsLauncher",
            "OddsLive", "OddsLoadClients", "OddsMeasurement", "OddsNATS", "OddsResults",
            "Foundation", "NIOPosix",
        ],
        "OddsPlatformLoad": [
            "OddsModel", "OddsReconstruction", "OddsClient", "OddsLedger", "OddsLive",
            "OddsMeasurement", "OddsResults", "OddsHarness", "OddsExperiments", "OddsLauncher",
            "OddsPlatform", "SeededRandom", "ServicesProvider", "Foundation",
            "NIOConcurrencyHelpers",
        ],
        "OddsLauncher": ["OddsConsole", "Foundation"],
        "bench": ["OddsConsole", "OddsLauncher", "Foundation"],
        "bench-core": [
            "OddsConsole", "OddsExternal", "OddsConformance",
            "OddsReconstruction", "OddsCapture", "OddsMeasurement", "OddsResults", "OddsHarness",
            "OddsTraffic", "OddsExperiments", "OddsReport", "OddsOptions", "OddsLauncher",
            "ArgumentParser", "Foundation",
        ],
        "bench-presets": [
            "OddsConsole", "OddsMeasurement", "OddsResults", "OddsOptions", "OddsLauncher",
            "ArgumentParser", "Foundation", "TOMLKit",
        ],
        "bench-live": [
            "OddsConsole", "OddsClient", "OddsMeasurement", "OddsResults", "OddsExperiments",
            "OddsReport", "OddsOptions", "OddsLive", "OddsLauncher", "OddsSimulator",
            "OddsWebSocket", "ArgumentParser", "Foundation", "NIOPosix", "NIOSSL",
        ],
        "bench-platform": [
            "OddsConsole", "OddsMeasurement", "OddsResults", "OddsExperiments", "OddsReport",
            "OddsOptions", "OddsLive", "OddsPlatformLoad", "OddsSimulator", "ServicesProvider",
            "OddsClient", "OddsReconstruction",
            "ArgumentParser", "Foundation",
        ],
        "bench-metrics": [
            "OddsConsole", "OddsMeasurement", "OddsOptions", "OddsResults", "OddsWebSocket",
            "ArgumentParser", "Foundation", "Hummingbird", "HummingbirdCore", "Logging",
            "NIOCore", "ServiceLifecycle",
        ],
    ]

    /// The C library's own modules, on the systems that have them, and what
    /// comes with the toolchain or the system.
    static let fromTheSystem: Set<String> = [
        "Swift", "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch", "CryptoKit", "Combine",
        "Testing",
    ]

    /// Comes with the toolchain, too, but not everyone may import it.
    static let foundation: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML",
    ]
}
