import TestSupport

@testable import TerminalUI

/// What a walk has shown by now: for each step the rows that changed, and what was asked of the runner.
struct WalkRecord {
    private(set) var text = ""
    /// Whether each screen is compared with the one that it is most like, not with the one before: `>3 Esc <1` is step 3, whose rows are
    /// those that differ from step 1. `…` between two lines of frames is what is the same there, and `⟨40 ⟩` stands for 40 spaces.
    let isBrief: Bool
    private var screens: [[Substring]] = []

    init(isBrief: Bool) { self.isBrief = isBrief }

    /// A step that was not possible.
    mutating func say(_ sentence: String) { text += "? \(sentence)\n" }

    mutating func note(_ title: String, _ effects: [String], _ screen: String, cursor: Point?) {
        let now = screen.split(separator: "\n", omittingEmptySubsequences: false)
        var base: [Substring] = []
        var changed = Self.changed(now, from: screens.last ?? [])
        if isBrief {
            var like = screens.count - 1
            for place in screens.indices.reversed().dropFirst() {
                let others = Self.changed(now, from: screens[place])
                if others.count < changed.count { (changed, like) = (others, place) }
            }
            if like >= 0 { base = screens[like] }
            text += ">\(screens.count) \(title)\(like == screens.count - 1 ? "" : " <\(like)")\n"
        } else {
            text += "> \(title)\n"
        }
        for effect in effects { text += "! \(Printed.escaped(effect))\n" }
        for number in changed {
            let row = Self.trimmed(now[number])
            text += "\(number) \(isBrief ? Self.shortened(Self.difference(row, from: base, at: number)) : row)\n"
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

    /// Leaves out what is the same between two lines of frames.
    private static func difference(_ row: String, from rows: [Substring], at number: Int) -> String {
        guard rows.indices.contains(number) else { return row }
        let (parts, before) = (parts(of: row), parts(of: trimmed(rows[number])))
        guard parts.count == before.count else { return row }
        return zip(parts, before).map { $0 == $1 && $0.count > 3 ? "…" : $0 }.joined()
    }

    /// The lines of frames, and what is between them.
    private static func parts(of row: String) -> [String] {
        var parts = [""]
        for character in row {
            if "│┃█".contains(character) {
                parts += [String(character), ""]
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
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
