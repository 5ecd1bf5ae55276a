extension ResultEnvelope<KeptBaseline> {
    /// The differences in environment, arguments or traffic, one line each;
    /// empty if later runs can be compared with these.
    ///
    /// - Parameters:
    ///   - now: The environment of the later runs.
    ///   - arguments: The arguments of the later runs.
    ///   - trafficDigest: The digest of their traffic; `nil` if it is not yet
    ///     known.
    package func differences(
        environment now: EnvironmentDescription, arguments: [String], trafficDigest: String?
    ) -> [String] {
        let then = environment
        let facts: [(String, String?, String?)] = [
            ("processor", then.machine.processor, now.machine.processor),
            ("cores", "\(then.machine.coreCount)", "\(now.machine.coreCount)"),
            ("memory", "\(then.machine.memoryBytes)", "\(now.machine.memoryBytes)"),
            ("architecture", then.machine.architecture, now.machine.architecture),
            ("operating system", then.machine.operatingSystem, now.machine.operatingSystem),
            ("kernel", then.machine.kernel, now.machine.kernel),
            ("toolchain", then.toolchain, now.toolchain),
            ("allocator", then.allocator, now.allocator),
            ("build", then.buildMode, now.buildMode),
            ("options", self.arguments.joined(separator: " "), arguments.joined(separator: " ")),
            ("traffic", self.trafficDigest, trafficDigest ?? self.trafficDigest),
        ]
        return facts.compactMap { name, then, now in
            then == now ? nil : "\(name): \(then ?? "unknown") then, \(now ?? "unknown") now"
        } + PackageDifferences.lines(then.packages, now.packages)
    }
}
