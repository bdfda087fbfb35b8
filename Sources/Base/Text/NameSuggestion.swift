/// Suggests the existing name that a misspelt one was probably meant to be.
package enum NameSuggestion {
    /// The existing name nearest to `name`: one that differs only in case, otherwise one that differs in at most a
    /// third of its letters; nil if there is none. Ties go to the first in alphabetical order.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        nearest(to: name, among: Array(names), ReasonBudget())
    }

    /// ` Did you mean name?` with the nearest name, to end a sentence; empty if there is none.
    package static func question(for name: String, among names: some Sequence<String>) -> String {
        nearest(to: name, among: names).map { " Did you mean \($0)?" } ?? ""
    }

    /// - Parameters:
    ///   - budget: how much work this may cost; once it is used up, nothing is suggested.
    ///   - limit: how many letters may differ at most, however long the name is.
    package static func nearest(
        to name: String, among names: [String], _ budget: ReasonBudget, atMost limit: Int = .max
    ) -> String? {
        let written = Array(name.lowercased().unicodeScalars)
        let most = min(limit, max(1, written.count / 3))
        guard written.count > 1, written.count <= 80, budget.spend(8 * names.count) else { return nil }
        countWork(names.count)
        var best: (distance: Int, name: String)?
        for candidate in Set(names) where candidate != name {
            let letters = Array(candidate.lowercased().unicodeScalars)
            guard abs(letters.count - written.count) <= most else { continue }
            guard budget.spend(letters.count * written.count) else { return nil }
            countWork(letters.count * written.count)
            let distance = distance(written, letters)
            guard distance <= most, distance < letters.count else { continue }
            if let found = best, (found.distance, found.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best?.name
    }

    /// Edit distance: letters inserted, removed, replaced, or two neighbours swapped.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var before = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in 0..<b.count {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], before[j - 1] + 1) }
            }
            before = last
            last = row
        }
        return last[b.count]
    }
}
