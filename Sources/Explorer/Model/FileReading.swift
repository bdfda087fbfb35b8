import Base

/// Large descriptions that are being read in the background.
struct FileReading: Sendable {
    struct Progress: Sendable, Hashable {
        /// Bytes read by now; nil as long as that is not known.
        var done: Int?
        /// Bytes of the file; nil if that is not known.
        var total: Int?

        /// `12 of 20 MB`, `20 MB`.
        var text: String {
            guard let total else { return "" }
            let whole = Formatting.byteCount(total)
            guard let done else { return whole }
            let parts = whole.split(separator: " ")
            let part = Formatting.byteCount(min(done, total))
            // In the unit of the whole, without it where that is the same.
            return parts.count == 2 && part.hasSuffix(" \(parts[1])")
                ? "\(part.dropLast(parts[1].count + 1)) of \(whole)" : "\(part) of \(whole)"
        }
    }

    private(set) var progress: [String: Progress] = [:]
    /// Those that the user stopped: they are read when that is asked for.
    private(set) var stopped: Set<String> = []

    var isEmpty: Bool { progress.isEmpty }

    subscript(path: String) -> Progress? { progress[path] }

    mutating func begin(_ path: String, of total: Int?) {
        progress[path] = Progress(total: total)
        stopped.remove(path)
    }

    mutating func advance(_ path: String, to done: Int) { progress[path]?.done = done }

    mutating func end(_ path: String) { progress[path] = nil }

    /// Nothing counts as stopped any more.
    mutating func wantAll() { stopped = [] }

    /// - Returns: what was being read.
    mutating func stop() -> [String] {
        let paths = progress.keys.sorted()
        stopped.formUnion(paths)
        progress = [:]
        return paths
    }
}
