/// Which open connection has which local port: all that libcurl says without being asked for more of a connection that it
/// reuses.
struct LocalPorts {
    private var numbers: [Int32: Int] = [:]
    private var ports: [Int: Int32] = [:]
    /// Connections to two servers may have the same port.
    private var shared: Set<Int32> = []

    /// The number of the connection; nil if it is not known for certain.
    subscript(_ port: Int32) -> Int? { shared.contains(port) ? nil : numbers[port] }

    mutating func add(_ port: Int32, _ number: Int) {
        // A unix socket has none.
        guard port > 0 else { return }
        if let other = numbers.updateValue(number, forKey: port), other != number { shared.insert(port) }
        ports[number] = port
    }

    /// The connection is closed.
    mutating func remove(_ number: Int) {
        guard let port = ports.removeValue(forKey: number) else { return }
        if numbers[port] == number { numbers[port] = nil }
    }
}
