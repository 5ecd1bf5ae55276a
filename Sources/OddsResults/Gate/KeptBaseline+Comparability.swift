extension ResultEnvelope<KeptBaseline> {
    /// What of the environment, the arguments or the traffic is not as it was,
    /// a line each; empty if later runs can be compared with these.
    ///
    /// - Parameter trafficDigest: `nil` as long as it is not known.
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
        }
    }
}
