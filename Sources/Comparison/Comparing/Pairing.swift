import Runs

/// Which request of run A is which of run B: those of the same file and name. Of several with the same, the first is the first.
struct Pairing {
    struct Pair {
        /// The index in run A's plan; nil if it is not in it.
        var a: Int?
        var b: Int?
    }

    private struct Key: Hashable {
        var key: RunHead.Request.Key
        var occurrence: Int
    }

    /// In the order of run B, then what only run A has.
    let pairs: [Pair]

    init(_ tallies: Both<RunTally>) {
        let keys = tallies.map { Self.keys($0.head.requests) }
        var places: [Key: Int] = [:]
        for (index, key) in keys.a.enumerated() { places[key] = index }
        var pairs = keys.b.enumerated().map { index, key in Pair(a: places.removeValue(forKey: key), b: index) }
        pairs += places.values.sorted().map { Pair(a: $0, b: nil) }
        self.pairs = pairs
    }

    private static func keys(_ requests: [RunHead.Request]) -> [Key] {
        var counts: [RunHead.Request.Key: Int] = [:]
        return requests.map { request in
            var key = request.key
            // `./api` and `api` are one folder.
            while key.file.hasPrefix("./") { key.file.removeFirst(2) }
            counts[key, default: 0] += 1
            return Key(key: key, occurrence: counts[key] ?? 0)
        }
    }
}
