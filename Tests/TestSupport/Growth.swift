import NetEngine

/// What an input costs at one size and at ten times that size, in steps that the code itself counts (`WorkMeter`): no clock, the same
/// numbers on every machine.
public struct Growth: Sendable, CustomStringConvertible {
    /// At the small size and at the tenfold one.
    public let one: Int
    public let ten: Int

    /// - Parameters:
    ///   - count: the small size; the large one is ten times that.
    ///   - make: the input of a size, made before anything is counted.
    ///   - work: what is done with it, on this thread.
    public init<Input>(of count: Int = 150, _ make: (Int) throws -> Input, _ work: (Input) throws -> Void) rethrows {
        let small = try make(count)
        one = try WorkMeter.steps { try work(small) }
        let large = try make(10 * count)
        ten = try WorkMeter.steps { try work(large) }
    }

    /// Whether ten times the input costs about ten times the steps: a little more than that for sorting and look-ups in halves, and
    /// never the hundred times of a scan within a scan. Nothing is counted in release builds.
    public var isLinear: Bool { isLinear(within: 15) }

    /// The same for work that has a pass more for large inputs: as many times the steps at most, far fewer than a hundred.
    public func isLinear(within factor: Int) -> Bool { !WorkMeter.isCounting || ten <= factor * max(one, 10) }

    /// Whether the steps of the input are counted at all: a meter that counts nothing would find everything linear.
    public func counts(atLeast steps: Int) -> Bool { !WorkMeter.isCounting || ten >= steps }

    public var description: String { "\(one) steps for the input, \(ten) for ten times as much" }
}
