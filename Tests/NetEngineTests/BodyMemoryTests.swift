import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// What a body costs in memory, measured in allocated and moved bytes.
@Suite struct BodyMemoryTests {
    private final class Ledger: Sendable {
        private let asked = Mutex<[Int]>([])
        let most: Int
        init(most: Int = .max) { self.most = most }
        var all: [Int] { asked.withLock { $0 } }
        func mayTake(_ count: Int) -> Bool {
            asked.withLock { $0.append(count) }
            return count <= most
        }
    }

    /// Offers this many pieces of 16 KiB.
    private func take(_ count: Int, _ intake: BodyIntake) -> BodyIntake.Outcome {
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        for _ in 0..<count {
            let outcome = piece.withUnsafeBytes { intake.take($0) }
            guard case .taken = outcome else { return outcome }
        }
        return .taken
    }

    @Test func `a body whose length is known is not copied while it grows`() {
        let ledger = Ledger()
        let intake = BodyIntake(limit: 1 << 30, receiver: nil, mayTake: ledger.mayTake)
        intake.reserve(64 << 20)
        // A declared length costs nothing until some of the body has arrived.
        #expect(intake.bytes.capacity < 2 << 20)
        var capacities: [Int] = []
        for _ in 0..<64 {
            guard case .taken = take(64, intake) else {
                Issue.record("it was not taken")
                return
            }
            if capacities.last != intake.bytes.capacity { capacities.append(intake.bytes.capacity) }
        }
        #expect(intake.bytes.count == 64 << 20)
        // From the first MiB on, there is exactly enough room for the whole body.
        #expect(capacities.count <= 2)
        #expect(intake.bytes.capacity < 65 << 20)
        #expect(ledger.all == [64 << 20])
    }

    @Test func `a body without a length is asked about each time it has to grow`() {
        let ledger = Ledger()
        let intake = BodyIntake(limit: 1 << 30, receiver: nil, mayTake: ledger.mayTake)
        guard case .taken = take(3 * 1024, intake) else {
            Issue.record("it was not taken")
            return
        }
        #expect(intake.bytes.count == 48 << 20)
        #expect(ledger.all.count < 6)
        #expect(ledger.all.allSatisfy { $0 > BodyIntake.largeByteCount })
    }

    @Test(arguments: [nil, 64 << 20] as [Int?])
    func `a body that does not fit in memory ends as too-large, and what arrived is kept`(declared: Int?) throws {
        let ledger = Ledger(most: 20 << 20)
        let intake = BodyIntake(limit: 1 << 30, receiver: nil, mayTake: ledger.mayTake)
        if let declared { intake.reserve(declared) }
        guard case .failed(let error) = take(64 * 64, intake) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.category == .tooLarge)
        #expect(error.sentence.hasPrefix("The body does not fit into memory: "))
        #expect(error.hint.contains("ulimit -v"))
        #expect(!intake.bytes.isEmpty)
        // A failed intake stays failed.
        guard case .failed = take(1, intake) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test(arguments: CodedBomb.all)
    func `a coded body is bounded by memory as well`(bomb: CodedBomb) throws {
        let ledger = Ledger(most: 10 << 20)
        let intake = BodyIntake(limit: 1 << 30, receiver: nil, mayTake: ledger.mayTake)
        intake.expectCodings([bomb.coding])
        guard case .failed(let error) = bomb.bytes.withUnsafeBytes({ intake.take($0) }) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.category == .tooLarge)
        #expect(intake.bytes.count <= 10 << 20)
    }

    @Test func `the machine has memory for a little, and not for everything`() {
        #expect(FreeMemory.allows(1))
        #expect(!FreeMemory.allows(1 << 60))
    }
}
