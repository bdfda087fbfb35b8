import TestSupport

@testable import TerminalUI

/// What a walk has shown by now: for each step the rows that changed, and what was asked of the runner.
struct WalkRecord {
    private(set) var text = ""
    /// Whether each screen is compared with the one that it is most like, not with the one before, and runs of a character are counted:
    /// `>3 Esc <1` is step 3, whose rows are those that differ from step 1, and `⟨40 ⟩` stands for 40 spaces.
    let isBrief: Bool
    private var screens: [[Substring]] = []

    init(isBrief: Bool) { self.isBrief = isBrief }

    /// A step that was not possible.
    mutating func say(_ sentence: String) { text += "? \(sentence)\n" }

    mutating func note(_ title: String, _ effects: [String], _ screen: String, cursor: Point?) {
        let now = screen.split(separator: "\n", omittingEmptySubsequences: false)
        var changed = Self.changed(now, from: screens.last ?? [])
        if isBrief {
            var like = screens.count - 1
            for place in screens.indices.reversed().dropFirst() {
                let others = Self.changed(now, from: screens[place])
                if others.count < changed.count { (changed, like) = (others, place) }
            }
            text += ">\(screens.count) \(title)\(like == screens.count - 1 ? "" : " <\(like)")\n"
        } else {
            text += "> \(title)\n"
        }
        for effect in effects { text += "! \(Printed.escaped(effect))\n" }
        for number in changed {
            let row = Self.trimmed(now[number])
            text += "\(number) \(isBrief ? Self.shortened(row) : row)\n"
        }
        if let cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
        screens.append(now)
    }

    private static func changed(_ rows: [Substring], from before: [Substring]) -> [Int] {
        rows.indices.filter { !before.indices.contains($0) || before[$0] != rows[$0] }
    }

    private static func trimmed(_ row: Substring) -> String {
        var row = row
        while row.last == " " { row.removeLast() }
        return String(row)
    }

    /// Counts what is there eight times or more.
    private static func shortened(_ row: String) -> String {
        var short = ""
        var rest = row[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            short += run.count < 8 ? String(run) : "⟨\(run.count)\(first)⟩"
            rest = rest.dropFirst(run.count)
        }
        return short
    }
}
