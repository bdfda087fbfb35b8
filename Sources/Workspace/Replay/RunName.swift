/// Names runs in request logs.
package enum RunName {
    /// Seven letters and digits, easy to copy: two runs of a day have the same name with a chance of one in 10^10.
    package static func new() -> String {
        let digits = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String((0..<7).compactMap { _ in digits.randomElement() })
    }
}
