import OddsTraffic

extension FrameSet {
    /// The same frames, the initial ones included, in another style.
    convenience init(_ frames: FrameSet, style: FrameStyle) {
        var packed = PackedFrames()
        for index in 0..<frames.count {
            style.rewrite(Array(frames[index])).withUnsafeBytes { packed.append($0) }
        }
        self.init(name: frames.name, frames: packed, initialCount: frames.initialCount,
            origin: frames.origin)
    }
}
