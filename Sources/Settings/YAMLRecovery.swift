/// Reads what can be read of a file with faults: each name at its margin by itself, with all that is indented below it, and so on
/// inside of that.
struct YAMLRecovery {
    private(set) var faults: [YAMLFault] = []
    /// The names at the outermost margin whose values were lost.
    private(set) var lost: Set<String> = []

    /// - Returns: nil if nothing could be read, or nothing is there.
    static func read(_ text: String) -> (tree: YAMLTree?, faults: [YAMLFault], lost: Set<String>) {
        let whole: YAMLFault
        do throws(YAMLFault) { return (try YAMLTree.read(text), [], []) } catch { whole = error }
        var recovery = YAMLRecovery()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let members = recovery.members(lines, margin: 0, depth: 0)
        // Nothing is a setting here: the file is something else, and one sentence says so.
        guard !members.isEmpty else { return (nil, [whole], recovery.lost) }
        let place = members[0].place
        return (YAMLTree(content: .members(members), place: place), recovery.faults, recovery.lost)
    }

    /// - Parameter content: lines with the indices that they have in the file.
    private mutating func members(
        _ content: ArraySlice<Substring>, margin: Int, depth: Int
    ) -> [YAMLTree.Member] {
        var members: [YAMLTree.Member] = []
        var lines = [String: Int]()
        // A file with more faults is no configuration.
        for part in Self.parts(of: content, margin: margin) where faults.count < SettingsFile.mostProblems {
            for member in self.part(part, margin: margin, depth: depth) {
                if let first = lines[member.name] {
                    faults.append(
                        YAMLFault(
                            place: member.place, clause: "'\(member.name)' is there twice",
                            consequence: "what line \(first) says holds"))
                } else {
                    lines[member.name] = member.place.line
                    members.append(member)
                }
            }
        }
        return members
    }

    /// The members of one part: one, or none if it is lost.
    private mutating func part(
        _ part: ArraySlice<Substring>, margin: Int, depth: Int
    ) -> [YAMLTree.Member] {
        do throws(YAMLFault) {
            guard let tree = try YAMLTree.read(part.joined(separator: "\n"), after: part.startIndex) else { return [] }
            if case .members(let members) = tree.content { return members }
            throw YAMLFault(place: tree.place, clause: "a name, a colon and a value are missing")
        } catch {
            guard let head = part.first, let colon = head.firstIndex(of: ":"), depth < 3,
                case let name = head[..<colon].drop(while: { $0 == " " }), !name.isEmpty
            else {
                lose("this line", error)
                return []
            }
            let rest = head[head.index(after: colon)...].drop { $0 == " " || $0 == "\t" || $0 == "\r" }
            let below = part.dropFirst()
            let inner = below.compactMap { line in
                let indent = line.prefix { $0 == " " }.count
                return indent < line.count && line.dropFirst(indent).first != "#" ? indent : nil
            }.min()
            guard rest.isEmpty || rest.first == "#", let inner, inner > margin else {
                lose("'\(name.prefix(80))'", error)
                if depth == 0 { lost.insert(String(name)) }
                return []
            }
            let place = FilePlace(line: part.startIndex + 1, column: margin + 1)
            let members = members(below, margin: inner, depth: depth + 1)
            return [
                YAMLTree.Member(
                    name: String(name), place: place, value: YAMLTree(content: .members(members), place: place))
            ]
        }
    }

    private mutating func lose(_ part: String, _ fault: YAMLFault) {
        var fault = fault
        fault.consequence = "\(part) is not used"
        faults.append(fault)
    }

    /// Divides lines where one begins at the margin.
    private static func parts(of lines: ArraySlice<Substring>, margin: Int) -> [ArraySlice<Substring>] {
        let starts = lines.indices.filter { index in
            let line = lines[index]
            let indent = line.prefix { $0 == " " }.count
            guard indent == margin, let first = line.dropFirst(indent).first else { return false }
            return !first.isWhitespace && first != "#" && !line.hasPrefix("---") && !line.hasPrefix("...")
        }
        return starts.indices.map { place in
            let end = place + 1 < starts.count ? starts[place + 1] : lines.endIndex
            return lines[starts[place]..<end]
        }
    }
}
