import Synchronization

/// What was made of the keys that were asked for last, so that the many looks at a screen make it once.
package final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private let most: Int
    private let known = Mutex<[(key: Key, value: Value)]>([])

    /// - Parameter most: how many are remembered.
    package init(most: Int) { self.most = most }

    /// The value of a key, made now if it is not known.
    package func value(of key: Key, make: (Key) -> Value) -> Value {
        let found = known.withLock { known in known.first { $0.key == key }?.value }
        if let found { return found }
        let made = make(key)
        known.withLock { known in
            known.append((key, made))
            if known.count > most { known.removeFirst() }
        }
        return made
    }
}
