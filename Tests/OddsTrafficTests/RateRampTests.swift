import Testing

@testable import OddsTraffic

@Suite struct RateRampTests {
    /// From 1,000 to 5,000 in five steps of a second, after a second.
    private let ramp = RateRamp(
        first: 1_000, last: 5_000, stepCount: 5, startNanoseconds: 1_000_000_000,
        durationNanoseconds: 5_000_000_000)

    /// The slots by second, with a slot per update.
    private func counts(_ process: ArrivalProcess, _ ramp: RateRamp?, seconds: Int) -> [Int] {
        var random = TrafficRandom(seed: 42)
        var clock = ArrivalClock(process, intervalNanoseconds: 1e6, ramp: ramp)
        var counts = [Int](repeating: 0, count: seconds)
        while true {
            clock.advance(intensity: 1, using: &random)
            let second = Int(clock.nowNanoseconds / 1e9)
            guard second < seconds else { return counts }
            counts[second] += 1
        }
    }

    /// A constant process has its number of arrivals up to each moment, or one less.
    @Test func constantArrivalsFollowTheRateExactly() {
        let counts = counts(.constant, ramp, seconds: 8)
        let due = [1_000, 1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000]
        var (sum, dueSum) = (0, 0)
        for (count, due) in zip(counts, due) {
            sum += count
            dueSum += due
            #expect(dueSum - 1...dueSum ~= sum)
        }
    }

    @Test("Other processes follow it on average", arguments: [ArrivalProcess.poisson, .bursts])
    func otherArrivalsFollowTheRate(process: ArrivalProcess) {
        let counts = counts(process, ramp, seconds: 6)
        for (count, due) in zip(counts, [1_000, 1_000, 2_000, 3_000, 4_000, 5_000]) {
            // Four standard deviations; or a burst at each end.
            let tolerance = process == .poisson ? 4 * Double(due).squareRoot() : 50
            #expect(abs(Double(count - due)) <= tolerance, "\(count) of \(due)")
        }
        // Random numbers and shape are those of a constant rate.
        #expect(counts[0] == self.counts(process, nil, seconds: 1)[0])
    }

    @Test func timeAndDistanceAreInverse() {
        for seconds in stride(from: 0.0, through: 9, by: 0.37) {
            let distance = ramp.distance(until: seconds * 1e9)
            #expect(abs(ramp.time(from: 0, distance: distance) - seconds * 1e9) < 1)
        }
        #expect(ramp.distance(until: 3e9) == 4e9, "two seconds at one, and one at two")
        #expect((0..<5).map(ramp.rate) == [1_000, 2_000, 3_000, 4_000, 5_000])
    }

    @Test func updatesOfAGeneratorFollowTheRate() throws {
        var configuration = TrafficConfiguration.small()
        configuration.rate = 1_000
        configuration.ramp = ramp
        let traffic = try Traffic(configuration, frameCount: 9_500)
        #expect(traffic.seconds > 6)
        for (step, rate) in [1_000, 2_000, 3_000, 4_000, 5_000].enumerated() {
            let window = UInt64(step + 1) * 1_000_000_000..<UInt64(step + 2) * 1_000_000_000
            let updates = traffic.frames.filter { window ~= $0.schedule.intendedNanoseconds }
                .reduce(0) { $0 + $1.schedule.offerUpdateCount }
            #expect(abs(updates - rate) < 40, "\(updates)")
        }
    }

    /// As long as the rate is the first one, so are the frames.
    @Test func rampBeginsAsTheConstantRateDoes() throws {
        let constant = TrafficConfiguration.small()
        var rising = constant
        rising.ramp = RateRamp(
            first: constant.rate, last: 400, stepCount: 2, startNanoseconds: 2_000_000_000,
            durationNanoseconds: 2_000_000_000)
        let (one, other) = (
            try Traffic(constant, frameCount: 400), try Traffic(rising, frameCount: 400)
        )
        let count = one.frames.count { $0.schedule.intendedNanoseconds < 3_000_000_000 }
        #expect(count > 100)
        for (frame, again) in zip(one.frames, other.frames).prefix(count) {
            #expect(frame.bytes == again.bytes && frame.schedule == again.schedule)
        }
        #expect(one.seconds > other.seconds)
        let again = try Traffic(rising, frameCount: 400)
        #expect(other.frames.map(\.bytes) == again.frames.map(\.bytes))
    }

    @Test func impossibleRampsAreRefused() {
        func message(_ edit: (inout RateRamp) -> Void) -> String {
            var configuration = TrafficConfiguration()
            configuration.rate = 1_000
            configuration.ramp = ramp
            do {
                edit(&configuration.ramp!)
                try configuration.validate()
                return ""
            } catch { return "\(error)" }
        }
        #expect(message { _ in } == "")
        #expect(message { $0.last = 1_000 } == "rate 1000..1000: must rise, as 1k..50k does")
        #expect(message { $0.first = 2_000 } == "rate 2000..5000: must begin at 1000")
        #expect(message { $0.stepCount = 1 } == "ramp-steps 1: must be between 2 and 50")
        #expect(message { $0.stepNanoseconds = 9_999_999 }.contains("shorter than 10 ms"))
        #expect(
            message { $0.last = 2_000_000_000 }
                == "rate 2000000000: must be between 1 and 1000000000")
    }
}
