import Testing

@testable import OddsClient

@Suite struct ResyncPacerTests {
    @Test("At once, then after pauses that double up to a bound, and at once after a rest")
    func pauses() {
        var pacer = ResyncPacer(interval: .seconds(1), max: .seconds(4))
        #expect(pacer.lostSomething() == .seconds(1))
        for pause in [2, 4, 4] {
            #expect(pacer.lostSomething() == nil)
            #expect(pacer.lostSomething() == nil)
            #expect(pacer.pauseEnded() == .seconds(pause))
        }
        #expect(pacer.pauseEnded() == nil)
        #expect(pacer.lostSomething() == .seconds(1))
    }

    @Test("Begins anew with a session")
    func reset() {
        var pacer = ResyncPacer(interval: .seconds(1), max: .seconds(4))
        _ = (pacer.lostSomething(), pacer.lostSomething(), pacer.pauseEnded())
        pacer.reset()
        #expect(pacer.lostSomething() == .seconds(1))
    }
}
