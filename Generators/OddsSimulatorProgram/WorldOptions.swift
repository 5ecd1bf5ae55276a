import ArgumentParser
import OddsOptions
import OddsSimulator
import OddsTraffic

/// The world, or the recording in its place.
package struct WorldOptions: ParsableArguments {
    @OptionGroup
    var traffic: TrafficOptions

    @Option(
        help: ArgumentHelp(
            "Lifetime of a match, from announcement to removal; a bare number is seconds.",
            valueName: "time"))
    var lifeCycle = Defaulted(DurationOption(seconds: 600))

    @Option(help: ArgumentHelp("Serve this recording instead of a world.", valueName: "file"))
    var capture: String?

    @Option(help: "Playback speed of a recording, such as 2x.")
    var speed = Defaulted(SpeedOption(factor: 1))

    package init() {}

    package func validate() throws {
        guard speed.value.factor >= 0.001 else {
            throw ValidationError(
                "--speed \(speed.defaultValueDescription): must be at least 0.001x")
        }
        if capture == nil { try traffic.requireGeneratedArrival() }
        try traffic.requireConstantRate()
        guard lifeCycle.value.nanoseconds >= 1_000_000 else {
            throw ValidationError("--life-cycle must be at least 1ms")
        }
    }

    private static func source(
        of capture: String
    ) throws -> @Sendable (Int64) throws -> any FeedSource {
        do {
            _ = try CaptureSource(path: capture)
        } catch {
            throw ValidationError("--capture \(error)")
        }
        return { _ in try CaptureSource(path: capture) }
    }

    private var configuration: TrafficConfiguration {
        var configuration = traffic.configuration
        configuration.lifeCycleMilliseconds = Int64(lifeCycle.value.nanoseconds / 1_000_000)
        return configuration
    }

    /// All options that were given.
    var givenOptions: [String] {
        traffic.givenOptions
            + [
                ("--life-cycle", lifeCycle.isGiven), ("--capture", capture != nil),
                ("--speed", speed.isGiven),
            ].filter(\.1).map(\.0)
    }

    /// What tells this world from others; `nil` for a recording.
    var identity: String? {
        guard capture == nil else { return nil }
        let lifeCycle = "\(lifeCycle.value.nanoseconds / 1_000_000)ms"
        return (traffic.words + ["--life-cycle", lifeCycle]).joined(separator: " ")
    }

    /// Returns a closure that creates the source, at the start and at each
    /// restart.
    ///
    /// - Parameters:
    ///   - position: Where a world begins at the start.
    ///   - keepsSettlements: Whether a platform takes what becomes of markets.
    ///   - hasContents: Whether the world is shown as contents of SportRadar's wire as well.
    func makeSource(
        at position: WorldPosition, keepsSettlements: Bool, hasContents: Bool
    ) throws -> @Sendable (Int64) throws -> any FeedSource {
        if let capture { return try Self.source(of: capture) }
        let configuration = configuration
        do {
            // Rejects invalid options before anything listens.
            try configuration.validate(for: hasContents ? .sportRadar : .everyMatrix)
        } catch {
            throw ValidationError("--\(error)")
        }
        return { offset in
            let source = try WorldSource(configuration, versionOffset: offset)
            if offset == 0 { try source.advance(to: position) }
            if keepsSettlements { source.keepSettlements() }
            return source
        }
    }
}
