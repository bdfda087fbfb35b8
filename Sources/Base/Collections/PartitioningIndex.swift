extension RandomAccessCollection where Index == Int {
    /// The first index whose element fulfils the condition, given that all elements after it do too; else `endIndex`.
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
