/// A value behind a reference, so that copies of its owner cost one reference instead of a hundred words.
///
/// A request is copied into its hop, its exchange, its job and the frames of every function that waits for it.
final class Shared<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
    static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
}

extension Shared: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
