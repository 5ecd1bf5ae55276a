import NIOCore
import OddsSimulator

/// A place in the frames of a topic: behind the frame of that number.
package struct FramePosition: Hashable, Sendable {
    /// In another epoch the same number means another frame.
    package var epoch: UInt64
    /// Frames have the numbers 1, 2, 3 … in each epoch.
    package var number: UInt64

    /// Behind a frame.
    package init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }
}

/// A dump of a topic and what has followed it.
package struct TopicDump: Sendable {
    /// The dump, shared by all connections that send it. Its topic and number are not used.
    package let frame: SharedFrame
    /// Behind which frame it stands; 0 where a feed does not number them.
    package let position: FramePosition
    /// The frames that follow the dump without a gap, up to the last one handed to the shard
    /// before the answer; none where a feed does not number them.
    package let frames: [SharedFrame]

    /// - Parameters:
    ///   - bytes: The dump, which is not copied.
    ///   - memory: Counts the bytes for as long as a queue has them.
    package init(
        bytes: [UInt8], position: FramePosition = FramePosition(epoch: 0, number: 0),
        frames: [SharedFrame] = [], memory: QueueMemory?
    ) {
        self.init(
            frame: SharedFrame(
                topic: -1, bytes: bytes, recordCount: 0,
                intendedNanoseconds: NIODeadline.now().uptimeNanoseconds, memory: memory),
            position: position, frames: frames)
    }

    /// A dump that is given to many, with what has followed it by now.
    package init(frame: SharedFrame, position: FramePosition, frames: [SharedFrame]) {
        self.frame = frame
        self.position = position
        self.frames = frames
    }
}
