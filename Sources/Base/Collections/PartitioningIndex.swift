extension RandomAccessCollection where Index == Int {
    /// Binary search: the first index whose element meets the condition, or `endIndex`.
    ///
    /// Elements must be ordered so that all those meeting the condition come last.
    package func partitioningIndex(where belongsToEnd: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsToEnd(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
