import CWire
import OddsModel

/// What the records of a tree's skeletons are read by: each skeleton as a shape,
/// with the same number, and the shapes' segments.
///
/// Allocates while it learns. One thread owns it.
struct CompiledShapes: ~Copyable {
    var shapes = GrowableBuffer<WireShape>(capacity: 64)
    var segments = GrowableBuffer<WireSegment>(capacity: 64)
    var blocks = GrowableBuffer<SIMD16<UInt8>>(capacity: 256)
    /// The values of gaps that became constants.
    var constants = GrowableBuffer<WireConstant>(capacity: 64)
    var openings = RecordOpenings()
    /// How many bytes before a record are read with its first digits.
    private(set) var readableBefore = 0
    /// Whether runs have to be told of what was learned.
    var isChanged = true
    let options: PredictionOptions

    init(_ options: PredictionOptions) { self.options = options }

    var isWide: Bool { options.kernels == .wide }

    /// Adds the shape of a skeleton, which has no segments yet.
    mutating func addShape(of end: SkeletonEnd, in messageType: MessageType) {
        var shape = WireShape()
        shape.first = -1
        shape.folded = -1
        shape.likely = -1
        shape.straight = -1
        shape.successors = RecordOpenings.noCandidates
        shape.present = end.present
        shape.cleared = end.cleared
        shape.typeNameOffset = end.typeNameOffset
        shape.typeNameCount = end.typeNameCount
        shape.operation = end.operation.rawValue
        shape.type = end.type.rawValue
        shape.slotCount = end.slotCount
        shape.needsWholeRow = end.needsWholeRow(in: messageType) ? 1 : 0
        shape.hasEarlyTypeName = end.hasEarlyTypeName ? 1 : 0
        shapes.append(shape)
        isChanged = true
    }

    func shape(_ number: Int) -> UnsafeMutablePointer<WireShape> {
        assert(number < shapes.count)
        return shapes.pointer + number
    }

    /// Notes that the record at `offset`, behind one of the shape `last`, has the
    /// shape `number`, which was not expected.
    func note(_ number: Int, behind last: Int, _ scanner: JSONScanner, _ offset: Int) {
        if last >= 0 { wireAddCandidate(&shape(last).pointee.successors, Int32(number)) }
        if let candidates = openings.candidates(of: scanner, offset) {
            wireAddCandidate(candidates, Int32(number))
        }
    }

    /// Notes what is read before records of the segments from `first` on.
    mutating func noteReadableBefore(_ first: Int) {
        var position = 0
        for index in first..<segments.count {
            let segment = segments[index]
            if segment.digitsCount > 0 {
                noteDigits(endingAt: position + Int(segment.digits.0.end))
            }
            position += Int(segment.count)
            // A gap of an unknown width, with at least one digit.
            noteDigits(endingAt: position + 1)
        }
    }

    private mutating func noteDigits(endingAt end: Int) {
        readableBefore = max(readableBefore, SkeletonTree.readableBefore - end)
    }

    mutating func removeAll() {
        readableBefore = 0
        shapes.truncate(to: 0)
        segments.truncate(to: 0)
        blocks.truncate(to: 0)
        constants.truncate(to: 0)
        openings.removeAll()
        isChanged = true
    }

    /// Gives a run all that it reads by, if that has changed.
    @inline(__always)
    mutating func fill(_ run: UnsafeMutablePointer<WireRun>) {
        if isChanged { refill(run) }
    }

    @inline(never)
    private mutating func refill(_ run: UnsafeMutablePointer<WireRun>) {
        run.pointee.segments = UnsafePointer(segments.pointer)
        run.pointee.blocks = UnsafeRawPointer(blocks.pointer).assumingMemoryBound(to: UInt8.self)
        run.pointee.constants = UnsafePointer(constants.pointer)
        run.pointee.shapes = shapes.pointer
        run.pointee.opening = openings.wire
        run.pointee.instructions = options.kernels.rawValue
        run.pointee.patience = options.patience
        isChanged = false
    }
}
