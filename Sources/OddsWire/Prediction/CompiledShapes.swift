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
    let options: PredictionOptions

    init(_ options: PredictionOptions) { self.options = options }

    var isWide: Bool { options.kernels == .wide }

    /// Adds the shape of a skeleton, which has no segments yet.
    mutating func addShape(of end: SkeletonEnd) {
        var shape = WireShape()
        shape.first = -1
        shape.folded = -1
        shape.price = -1
        shape.successors = (-1, -1, -1, -1)
        shape.present = end.present
        shape.cleared = end.cleared
        shape.typeNameOffset = end.typeNameOffset
        shape.typeNameCount = end.typeNameCount
        shape.operation = end.operation.rawValue
        shape.type = end.type.rawValue
        shape.slotCount = end.slotCount
        shape.isReference = end.type == .reference ? 1 : 0
        shapes.append(shape)
    }

    func shape(_ number: Int) -> UnsafeMutablePointer<WireShape> {
        assert(number < shapes.count)
        return shapes.pointer + number
    }

    /// The shapes that followed one, the likeliest first; negative: none.
    func successors(of number: Int) -> UnsafeMutablePointer<Int32> {
        let offset = MemoryLayout<WireShape>.offset(of: \.successors)!
        return (UnsafeMutableRawPointer(shape(number)) + offset)
            .assumingMemoryBound(to: Int32.self)
    }

    mutating func removeAll() {
        shapes.truncate(to: 0)
        segments.truncate(to: 0)
        blocks.truncate(to: 0)
        constants.truncate(to: 0)
    }

    /// Gives a run all that it reads by.
    @inline(__always)
    func fill(_ run: inout WireRun, _ lookup: RowLookup) {
        run.indexes = lookup.indexes
        run.segments = UnsafePointer(segments.pointer)
        run.blocks = UnsafeRawPointer(blocks.pointer).assumingMemoryBound(to: UInt8.self)
        run.constants = UnsafePointer(constants.pointer)
        run.shapes = shapes.pointer
        run.instructions = options.kernels.rawValue
        run.patience = options.patience
    }
}
