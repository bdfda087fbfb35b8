import Base
import JSONPath
import NetEngine

/// Finds the member by which the objects of an array can be distinguished: one that every object has on both sides, with
/// a different value in each. Only names that mean an identity are considered, for many other values are unique by
/// chance.
enum IdentityKey {
    /// The best first; compared without case. Other names that end in `id` come after these.
    private static let names = [
        "id", "_id", "@id", "uuid", "guid", "key", "code", "sku", "slug", "name", "href", "path",
    ]
    private static let candidateLimit = 4

    /// The hashes of that member's values in the items of both sides; nil if there is no such member.
    /// - Parameter namesAreUnique: whether no object of the texts repeats a name, so that the rest of one need not be read.
    static func find(
        _ first: [JSONChildren.Child], in text: UnsafeBufferPointer<UInt8>,
        _ second: [JSONChildren.Child], in other: UnsafeBufferPointer<UInt8>, depth: Int, namesAreUnique: Bool,
        _ hashing: inout JSONHashing
    ) throws(JSONHashing.Failure) -> (first: [UInt64], second: [UInt64])? {
        guard first.allSatisfy({ text[$0.range.lowerBound] == Byte.openBrace }),
            second.allSatisfy({ other[$0.range.lowerBound] == Byte.openBrace }), let sample = first.first
        else { return nil }
        var candidates = try candidates(in: sample, text, depth, &hashing)
        var values = try self.values(of: candidates, first, text, depth, namesAreUnique, &hashing)
        candidates = candidates.indices.filter { isUnique(values[$0], first.count) }.map { candidates[$0] }
        values = values.filter { isUnique($0, first.count) }
        guard !candidates.isEmpty else { return nil }
        let others = try self.values(of: candidates, second, other, depth, namesAreUnique, &hashing)
        guard let best = candidates.indices.first(where: { isUnique(others[$0], second.count) }) else { return nil }
        return (values[best], others[best])
    }

    private static func isUnique(_ values: [UInt64], _ count: Int) -> Bool {
        values.count == count && Set(values).count == count
    }

    /// The hashes of the names that may identify an object like this one.
    private static func candidates(
        in object: JSONChildren.Child, _ text: UnsafeBufferPointer<UInt8>, _ depth: Int,
        _ hashing: inout JSONHashing
    ) throws(JSONHashing.Failure) -> [UInt64] {
        var found: [(rank: Int, hash: UInt64)] = []
        var members = JSONChildren(object.range, depth: depth + 1, [], in: text)
        while let member = try members.next(&hashing, in: text) {
            guard isScalar(member, text), let rank = rank(String(decoding: text[member.name], as: UTF8.self)) else {
                continue
            }
            found.append((rank, member.nameHash))
        }
        return found.sorted { $0.rank < $1.rank }.prefix(candidateLimit).map(\.hash)
    }

    private static func rank(_ name: String) -> Int? {
        guard name.utf8.count <= 64 else { return nil }
        let lower = name.lowercased()
        return names.firstIndex(of: lower) ?? (lower.hasSuffix("id") ? names.count : nil)
    }

    private static func isScalar(_ member: JSONChildren.Child, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = text[member.range.lowerBound]
        return byte == Byte.quote || byte == Byte.minus || ASCII.isDigit(byte)
    }

    /// For each candidate its values in all objects; fewer if an object has none.
    private static func values(
        of candidates: [UInt64], _ objects: [JSONChildren.Child], _ text: UnsafeBufferPointer<UInt8>, _ depth: Int,
        _ namesAreUnique: Bool, _ hashing: inout JSONHashing
    ) throws(JSONHashing.Failure) -> [[UInt64]] {
        var values = [[UInt64]](repeating: [], count: candidates.count)
        for (index, object) in objects.enumerated() {
            var members = JSONChildren(object.range, depth: depth + 1, [], in: text)
            while let member = try members.next(&hashing, in: text) {
                guard let candidate = candidates.firstIndex(of: member.nameHash), isScalar(member, text) else {
                    continue
                }
                // A repeated name gives the object two values, and so too many in all.
                values[candidate].append(member.hash)
                if namesAreUnique, values.allSatisfy({ $0.count == index + 1 }) { break }
            }
            guard values.contains(where: { $0.count == index + 1 }) else { break }
        }
        return values
    }
}
