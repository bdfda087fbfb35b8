extension Set<String> {
    /// Inserts a name, or the first free one that is the same with a number: `tea`, `tea_2`, `tea_3`.
    /// - Parameter separator: between the name and the number.
    /// - Returns: the name that was inserted.
    package mutating func insertFree(_ name: String, separator: String = "_") -> String {
        var free = name
        var number = 2
        while !insert(free).inserted {
            free = "\(name)\(separator)\(number)"
            number += 1
        }
        return free
    }
}
