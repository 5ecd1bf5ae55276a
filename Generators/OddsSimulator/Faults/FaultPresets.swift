/// Named fault plans.
package enum FaultPresets {
    /// The name, purpose and plan of each preset.
    package static let all: [(name: String, purpose: String, plan: FaultPlan)] = [
        ("none", "no faults", FaultPlan()),
        ("jitter", "frames come up to 50 ms late",
            FaultPlan(rules: [FaultRule(.jitter, milliseconds: 50)])),
        ("flaky", "connections drop every 10 s and stall every 5 s",
            FaultPlan(rules: [
                FaultRule(.drop, everySeconds: 10),
                FaultRule(.stall, everySeconds: 5, milliseconds: 300),
            ])),
        ("garbage", "frames damaged, repeated and out of order",
            FaultPlan(rules: [
                FaultRule(.truncate, probability: 0.002),
                FaultRule(.malform, probability: 0.002),
                FaultRule(.repeat, probability: 0.01),
                FaultRule(.reorder, probability: 0.002),
            ])),
        ("maintenance", "REGISTER and CALL are answered with wamp.no.backend",
            FaultPlan(rules: [FaultRule(.maintenance)])),
        ("silence", "REGISTER and CALL are not answered",
            FaultPlan(rules: [FaultRule(.silentMaintenance)])),
        ("chaos", "all kinds of fault", FaultPlan(rules: chaos)),
    ]

    /// The plan of a preset; `nil` if there is none of that name.
    package static func named(_ name: String) -> FaultPlan? {
        all.first { $0.name == name }?.plan
    }

    /// Every kind of fault: frequent enough for all to occur within minutes,
    /// rare enough for clients to recover in between.
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
        FaultRule(.httpDelay, probability: 0.05, milliseconds: 200),
        FaultRule(.httpStatus, probability: 0.02, status: 503),
        FaultRule(.httpCut, probability: 0.02),
        FaultRule(.httpGarbage, probability: 0.01),
        FaultRule(.sessionExpiry, probability: 0.01),
        FaultRule(.refuseLogin, probability: 0.02),
        FaultRule(.sseClose, everySeconds: 20),
        FaultRule(.duplicateChange, probability: 0.01),
        FaultRule(.unknownPath, probability: 0.01),
        FaultRule(.numberIds, probability: 0.05),
        FaultRule(.upperLowerCase, probability: 0.05),
        FaultRule(.lateRefresh, probability: 0.2, milliseconds: 200),
        FaultRule(.noRefresh, probability: 0.03),
        FaultRule(.subscribeFails, probability: 0.05),
        FaultRule(.forgetSubscriber, everySeconds: 45),
        FaultRule(.sameSubscriberAgain, everySeconds: 20),
    ]
}
