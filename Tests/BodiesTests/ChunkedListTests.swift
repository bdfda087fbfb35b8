import TestSupport
import Testing

@testable import Bodies

@Suite struct ChunkedListTests {
    @Test(arguments: [1, 2, 3, 4])
    func `it is an array, whatever is appended, removed and changed, and copies keep what they had`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var list = ChunkedList<Int>()
        var array: [Int] = []
        var copies: [(list: ChunkedList<Int>, array: [Int])] = []
        for step in 0..<4000 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0:
                let removed = Int.random(in: 0...min(array.count, 700), using: &random)
                list.removeLast(removed)
                array.removeLast(removed)
            case 1..<5 where !array.isEmpty:
                let place = Int.random(in: array.indices, using: &random)
                list[place] = -step
                array[place] = -step
            case 5: copies.append((list, array))
            default:
                list.append(step)
                array.append(step)
            }
        }
        copies.append((list, array))
        for copy in copies {
            #expect(copy.list.count == copy.array.count)
            #expect(copy.list.elementsEqual(copy.array))
        }
    }
}
