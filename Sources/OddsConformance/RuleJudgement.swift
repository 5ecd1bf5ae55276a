import OddsReference

/// Which rule a deviation breaks on a capture that was made for none, by what the contract
/// says of the frame at which it shows. Best on a capture that was shrunk.
enum RuleJudgement {
    static func rule(of deviation: Deviation, on capture: ConformanceCapture) -> ContractRule {
        guard deviation.kind != .protocolFault else { return protocolRule }
        return RuleCaptures.rule(name(of: deviation, capture))
    }

    /// No rule of the contract.
    static let protocolRule = ContractRule(
        name: "oddsbench.strategy/1",
        text: "checksums and snapshots are made as its article says")

    private static func name(of deviation: Deviation, _ capture: ConformanceCapture) -> String {
        let frame = capture.frames[deviation.frame]
        let reading = Result { () throws(ReferenceRejection) in try ReferenceFrame(frame.bytes) }
        switch deviation.kind {
        case .errorOffset: return "EM-F2"
        case .disposition: return ruleOfDisposition(reading, deviation.frame, capture)
        case .recordsRejected: return "EM-R1"
        case .orphanUpdates: return "EM-R4"
        case .orphanDeletes: return "EM-R6"
        case .changed: return "EM-R7"
        case .recordsApplied: return releases(capture, deviation.frame) ? "EM-D2" : "EM-S4"
        case .checksum, .snapshot, .protocolFault:
            guard case .success(let content) = reading else { return "EM-F2" }
            let path = deviation.path ?? ""
            if path.contains(".counters") { return "EM-S4" }
            if path.hasSuffix(".version") { return "EM-V4" }
            if path.contains(".references") { return "EM-E5" }
            if path.hasSuffix(".id") { return "EM-E4" }
            if content.isDump { return releases(capture, deviation.frame) ? "EM-D2" : "EM-D3" }
            return ruleOfRecords(content)
        }
    }

    private static func ruleOfDisposition(
        _ reading: Result<ReferenceFrame, ReferenceRejection>, _ index: Int,
        _ capture: ConformanceCapture
    ) -> String {
        switch reading {
        case .failure(.tooLarge): return "EM-F3"
        case .failure(.illegalText(let failure)):
            return failure.reason == .tooDeep ? "EM-F3" : "EM-F1"
        case .failure: return "EM-F1"
        case .success:
            var channel = ReferenceChannel()
            let own = capture.frames[...index].filter {
                $0.channel == capture.frames[index].channel
            }
            let dispositions = own.map { channel.receive($0.bytes).disposition }
            switch dispositions.last {
            case .held: return "EM-D1"
            case .stale: return "EM-V3"
            default: return "EM-F4"
            }
        }
    }

    /// Whether a frame is a first dump that releases held frames.
    private static func releases(_ capture: ConformanceCapture, _ index: Int) -> Bool {
        var channel = ReferenceChannel()
        let own = capture.frames[..<index].filter {
            $0.channel == capture.frames[index].channel
        }
        for frame in own { _ = channel.receive(frame.bytes) }
        return channel.counters.framesHeld > 0
    }

    private static func ruleOfRecords(_ frame: ReferenceFrame) -> String {
        switch frame.records.compactMap(\.self).last?.operation {
        case .patch: "EM-R4"
        case .put: "EM-R5"
        case .remove: "EM-R6"
        case nil: "EM-R2"
        }
    }
}
