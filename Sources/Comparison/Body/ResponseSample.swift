import NetEngine
import Runs

/// A response that a recording kept whole.
struct ResponseSample {
    /// Results of one slot of a run are responses to the same request; the results of one slot in two runs belong together.
    struct Slot: Hashable, Comparable {
        /// The repetition of a loop.
        var repetition: Int
        /// The row of the data, if there is any: each row is another request.
        var row: Int

        static func < (a: Slot, b: Slot) -> Bool { (a.row, a.repetition) < (b.row, b.repetition) }
    }

    var slot: Slot
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    /// Whether the recording has all of the body.
    var isWhole: Bool
    /// Known of JSON also where the body was cut.
    var shape: BodyShape?

    func inRow(_ row: Int) -> ResponseSample {
        var sample = self
        sample.slot.row = row
        return sample
    }
}
