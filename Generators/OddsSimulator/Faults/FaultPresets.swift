/// Plans that have a name.
package enum FaultPresets {
    /// Name, purpose and plan of each.
    package static let all: [(name: String, purpose: String, plan: FaultPlan)] = [
        ("none", "nothing goes wrong", FaultPlan()),
        ("jitter", "frames come up to 50 ms late",
            FaultPlan(rules: [FaultRule(.jitter, milliseconds: 50)])),
        ("flaky", "connections drop every 10 s, stall every 5 s",
            FaultPlan(rules: [
                FaultRule(.drop, everySeconds: 10),
                FaultRule(.stall, everySeconds: 5, milliseconds: 300),
            ])),
        ("garbage", "frames broken, doubled and out of order",
            FaultPlan(rules: [
                FaultRule(.truncate, probability: 0.002),
                FaultRule(.malform, probability: 0.002),
                FaultRule(.repeat, probability: 0.01),
                FaultRule(.reorder, probability: 0.002),
            ])),
        ("maintenance", "REGISTER and CALL answer wamp.no.backend",
            FaultPlan(rules: [FaultRule(.maintenance)])),
        ("silence", "REGISTER and CALL are not answered",
            FaultPlan(rules: [FaultRule(.silentMaintenance)])),
        ("chaos", "every kind of fault there is", FaultPlan(rules: chaos)),
    ]

    /// The plan of that name, `nil` if there is none.
    package static func named(_ name: String) -> FaultPlan? {
        all.first { $0.name == name }?.plan
    }

    /// Every kind, often enough for minutes to show them all, seldom enough for
    /// clients to find their feet in between.
    private static let chaos: [FaultRule] = [
        FaultRule(.delay, probability: 0.002, milliseconds: 40),
        FaultRule(.jitter, probability: 0.05, milliseconds: 10),
        FaultRule(.truncate, probability: 0.0005),
        FaultRule(.malform, probability: 0.0005),
        FaultRule(.repeat, probability: 0.002),
        FaultRule(.reorder, probability: 0.0005),
        FaultRule(.lateDump, probability: 0.3, milliseconds: 200),
        FaultRule(.refuseRegistration, probability: 0.05),
        FaultRule(.ignoreRegistration, probability: 0.03),
        FaultRule(.abort, probability: 0.05),
        FaultRule(.maintenance, probability: 0.03),
        FaultRule(.silentMaintenance, probability: 0.02),
        FaultRule(.stall, everySeconds: 20, milliseconds: 500),
        FaultRule(.drop, everySeconds: 15),
        FaultRule(.halfOpen, everySeconds: 60),
        FaultRule(.abortSession, everySeconds: 45),
        FaultRule(.refuseConnections, everySeconds: 60, milliseconds: 1_000),
        FaultRule(.restart, everySeconds: 90),
    ]
}
