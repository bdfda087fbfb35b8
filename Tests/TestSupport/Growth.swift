import NetEngine

/// What an input costs at one size and at ten times that size, in steps that the code itself counts (`WorkMeter`). No
/// clock is involved, so the numbers are the same on every machine.
public struct Growth: Sendable, CustomStringConvertible {
    /// Steps at the small size; `ten` are those at the large one.
    public let one: Int
    public let ten: Int

    /// - Parameters:
    ///   - count: the small size; the large one is ten times that.
    ///   - make: creates the input of a size, before anything is counted.
    ///   - work: processes the input on this thread.
    public init<Input>(of count: Int = 150, _ make: (Int) throws -> Input, _ work: (Input) throws -> Void) rethrows {
        let small = try make(count)
        one = try WorkMeter.steps { try work(small) }
        let large = try make(10 * count)
        ten = try WorkMeter.steps { try work(large) }
    }

    /// Whether ten times the input costs about ten times the steps: slightly more is allowed for sorting and binary
    /// search, but never the hundredfold of a nested scan. Release builds count nothing.
    public var isLinear: Bool { isLinear(within: 15) }

    /// Like `isLinear`, for work that makes an extra pass over large inputs: at most `factor` times the steps, which
    /// must be far below a hundred.
    public func isLinear(within factor: Int) -> Bool { !WorkMeter.isCounting || ten <= factor * max(one, 10) }

    /// Whether the steps of the input are counted at all: without counting, everything would look linear.
    public func counts(atLeast steps: Int) -> Bool { !WorkMeter.isCounting || ten >= steps }

    public var description: String { "\(one) steps for the input, \(ten) for ten times as much" }
}
