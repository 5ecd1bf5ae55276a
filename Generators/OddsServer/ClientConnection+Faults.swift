import NIOCore
import OddsSimulator

// Fault injection.
extension ClientConnection {
    /// Restarts the fault draws with the plan in force.
    func drawFaults() {
        let plan = shard.faultPlan
        faults =
            plan.rules.isEmpty
            ? nil
            : FaultDraw(
                plan, number: number, provider: provider,
                startSeconds: shard.faultStartSeconds, nowSeconds: Shard.nowSeconds)
        didDrawFaults()
    }

    func strikes(_ kind: FaultKind) -> FaultRule? {
        guard let rule = faults?.strikes(kind, at: Shard.nowSeconds) else { return nil }
        count(kind)
        return rule
    }

    private func count(_ kind: FaultKind) {
        shard.metrics.add(kind)
        shard.logger.debug("connection \(number): \(kind.rawValue)")
    }

    func injectTimedFaults() {
        guard var draw = faults else { return }
        let due = draw.due(at: Shard.nowSeconds)
        let dropByteCount = due.contains { $0.fault == .drop } ? draw.dropByteCount() : 0
        faults = draw
        for rule in due where !isHalfOpen {
            count(rule.fault)
            switch rule.fault {
            case .stall:
                let nanoseconds = UInt64(rule.milliseconds ?? 1_000) * 1_000_000
                stalledUntil = NIODeadline.now().uptimeNanoseconds + nanoseconds
            case .drop: cut(after: dropByteCount)
            case .halfOpen: freeze()
            default: inject(rule)
            }
        }
    }

    /// Closes the connection after `byteCount` more outbound bytes, which may
    /// be in the middle of a message.
    private func cut(after byteCount: Int) {
        try? context?.pipeline.syncOperations.addHandler(
            CuttingHandler(byteCount: byteCount), position: .first)
    }

    private func freeze() {
        isHalfOpen = true
        guard let channel = context?.channel else { return }
        channel.setOption(.autoRead, value: false).whenFailure { _ in }
        let seconds = ServerConfiguration.halfOpenSecondsMax
        shard.loop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
    }
}

extension SharedFrame {
    func damaged(by fate: FaultDraw.FrameFate) -> SharedFrame {
        guard fate.truncatedByteCount != nil || fate.malformedOffset != nil else { return self }
        var bytes = bytes
        if let offset = fate.malformedOffset {
            bytes.insert(1, at: Self.characterStart(offset, in: bytes))
        }
        if let count = fate.truncatedByteCount {
            bytes.removeSubrange(Self.characterStart(count, in: bytes)...)
        }
        return SharedFrame(
            topic: topic, number: number, bytes: bytes, recordCount: 0,
            intendedNanoseconds: intendedNanoseconds, memory: memory)
    }

    /// The start of the UTF-8 character at `offset`. Frames are damaged only
    /// between characters, because a WebSocket text message must be valid
    /// UTF-8.
    private static func characterStart(_ offset: Int, in bytes: [UInt8]) -> Int {
        var offset = offset
        while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }
}

/// Passes on a given number of outbound bytes, then closes the connection.
final class CuttingHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var byteCount: Int

    init(byteCount: Int) { self.byteCount = byteCount }

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        var data = unwrapOutboundIn(data)
        guard data.readableBytes > byteCount else {
            byteCount -= data.readableBytes
            context.write(wrapOutboundOut(data), promise: promise)
            return
        }
        if let rest = data.readSlice(length: byteCount) {
            byteCount = 0
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(rest)).whenComplete { _ in
                channel.close(promise: nil)
            }
        }
        promise?.fail(ChannelError.ioOnClosedChannel)
    }
}
