import Runs

/// Which request of run A is which of run B: those of the same file and name. Of several with the same, the first is the first.
///
/// Files have the names that their users typed, which depend on the folder that they were in. Where the runs share no request by them,
/// the folder that all files of a run are in is left out.
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
        var keys = tallies.map { Self.keys($0.head.requests) }
        if Set(keys.a).isDisjoint(with: keys.b) { keys = keys.map(Self.withoutCommonFolder) }
        var places: [Key: Int] = [:]
        for (index, key) in keys.a.enumerated() { places[key] = index }
        var pairs = keys.b.enumerated().map { index, key in Pair(a: places.removeValue(forKey: key), b: index) }
        pairs += places.values.sorted().map { Pair(a: $0, b: nil) }
        self.pairs = pairs
    }

    private static func withoutCommonFolder(_ keys: [Key]) -> [Key] {
        func folders(_ key: Key) -> [Substring] {
            key.key.file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        }
        guard var common = keys.first.map(folders) else { return keys }
        for key in keys {
            let other = folders(key)
            common = Array(zip(common, other).prefix { $0 == $1 }.map(\.0))
        }
        let length = common.reduce(0) { $0 + $1.utf8.count + 1 }
        return keys.map { key in
            var short = key
            short.key.file = String(decoding: key.key.file.utf8.dropFirst(length), as: UTF8.self)
            return short
        }
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
