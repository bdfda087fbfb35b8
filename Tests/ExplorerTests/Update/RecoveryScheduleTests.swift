import Testing

@testable import Explorer
@testable import TerminalUI

/// When unsaved edits are copied, as a value: moments and losses go in.
@Suite struct RecoveryScheduleTests {
    private typealias Loss = RecoverySchedule.Loss

    private static func moment(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }

    /// Files with these bytes.
    private static func loss(_ files: [String: UInt8]) -> Loss {
        Loss(files: files.mapValues { Loss.File(document: [$0], disk: []) })
    }

    /// Gives a loss at each moment.
    /// - Returns: the moments at which copies are made.
    private static func copies(
        _ steps: [(at: Int, loss: Loss)], isLast: Int? = nil, _ schedule: inout RecoverySchedule
    ) -> [Int] {
        steps.filter { schedule.take($0.loss, at: moment($0.at), isLast: $0.at == isLast) }.map(\.at)
    }

    @Test func `a copy is made two seconds after the last change, not a moment before, and once`() {
        var schedule = RecoverySchedule()
        let (one, two) = (Self.loss(["a": 1]), Self.loss(["a": 2]))
        let made = Self.copies(
            [(0, one), (1999, one), (1999, two), (2000, two), (3998, two), (3999, two), (4000, two), (60_000, two)],
            &schedule)
        #expect(made == [3999])
        #expect(schedule.due == nil)
    }

    @Test func `while changes go on a copy is made ten seconds after the first that has none`() {
        var schedule = RecoverySchedule()
        var steps = (0...40).map { (at: $0 * 500, loss: Self.loss(["a": UInt8($0)])) }
        #expect(Self.copies(steps, &schedule) == [10_000])
        // The ten seconds began again with the change after the copy.
        #expect(schedule.due == Self.moment(20_500))
        steps = [(20_499, Self.loss(["a": 40])), (20_500, Self.loss(["a": 40]))]
        #expect(Self.copies(steps, &schedule) == [20_500])
    }

    @Test func `what is saved or dropped loses its copy at once, and needs none if there is none`() {
        let cases: [(before: Loss, after: Loss, isAtOnce: Bool)] = [
            (Self.loss(["a": 1]), Loss(), true), (Self.loss(["a": 1, "b": 1]), Self.loss(["b": 1]), true),
            (Self.loss(["a": 1]), Self.loss(["b": 1]), true), (Self.loss(["a": 1]), Self.loss(["a": 2]), false),
            (Self.loss(["a": 1]), Self.loss(["a": 1, "b": 1]), false),
        ]
        for (before, after, isAtOnce) in cases {
            var copied = RecoverySchedule()
            #expect(Self.copies([(0, before), (2000, before)], &copied) == [2000])
            #expect(Self.copies([(3000, after)], &copied) == (isAtOnce ? [3000] : []), "\(before) \(after)")
            // Before the first copy nothing has to go.
            var fresh = RecoverySchedule()
            #expect(Self.copies([(0, before), (500, after)], &fresh).isEmpty)
            #expect(fresh.due == (after.isEmpty ? nil : Self.moment(2500)))
        }
    }

    @Test func `when copies were removed nothing is there to be removed again`() {
        var schedule = RecoverySchedule()
        let one = Self.loss(["a": 1])
        #expect(Self.copies([(0, one), (2000, one), (3000, Loss())], &schedule) == [2000, 3000])
        #expect(Self.copies([(4000, one), (4500, Loss()), (9000, Loss())], &schedule).isEmpty)
    }

    @Test func `before another program has the terminal what has no copy gets one at once`() {
        var schedule = RecoverySchedule()
        let one = Self.loss(["a": 1])
        #expect(Self.copies([(0, one), (10, one)], isLast: 10, &schedule) == [10])
        #expect(Self.copies([(20, one)], isLast: 20, &schedule).isEmpty, "it has its copy")
        #expect(Self.copies([(30, Self.loss(["a": 2]))], isLast: 30, &schedule) == [30])
    }

    @Test func `fields and forms are a loss as files are`() {
        for loss in [Loss(fields: [.init(request: .init(rawValue: 1), text: "x")]), Loss(form: ["x"])] {
            #expect(!loss.isEmpty)
            var schedule = RecoverySchedule()
            #expect(Self.copies([(0, loss), (2000, loss), (2500, Loss())], &schedule) == [2000, 2500])
        }
        #expect(Loss().isEmpty)
    }
}
