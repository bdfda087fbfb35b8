extension String {
    /// The parts between ` | `.
    var columns: [String] { split(separator: " | ", omittingEmptySubsequences: false).map { String($0) } }
}

/// Numbers in their order, neighbours as a range: `200-204 206`.
func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
        if let last = ranges.last, last.upperBound + 1 == number {
            ranges[ranges.count - 1] = last.lowerBound...number
        } else {
            ranges.append(number...number)
        }
    }
    let words = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return words.joined(separator: " ")
}
