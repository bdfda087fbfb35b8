import Foundation

/// Which folders of one module name types of which others.
///
/// A module has no import lines inside, so this compares names: an arrow runs from one folder to another if a
/// file in the first mentions a type that the second declares. Subfolders count as their top folder; files outside any
/// folder count as the folder `.`. Type names that two folders declare are ignored, and so are members added by
/// extensions.
public struct FolderArrows: Sendable, CustomStringConvertible {
    /// There was nothing to measure.
    public enum Failure: Error, Hashable {
        case noSwiftFile(folder: String)
    }

    private struct Arrow: Hashable, Comparable {
        var from: String
        var to: String

        static func < (a: Arrow, b: Arrow) -> Bool { (a.from, a.to) < (b.from, b.to) }
    }

    /// Lines `file: Type` for each arrow.
    private var mentions: [Arrow: [String]] = [:]
    /// Groups of folders that reach each other; each group comes after all groups that it names.
    private var groups: [[String]] = []

    /// - Throws: `Failure` if the folder is missing or has no Swift file.
    public init(of folder: String) throws {
        var files: [(path: String, folder: String, names: SwiftNames)] = []
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        for path in paths.sorted() where path.hasSuffix(".swift") {
            let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
            let parts = path.split(separator: "/")
            files.append((path, parts.count > 1 ? parts.first.map(String.init) ?? "." : ".", SwiftNames(source)))
        }
        guard !files.isEmpty else { throw Failure.noSwiftFile(folder: folder) }
        var homes: [String: Set<String>] = [:]
        for file in files {
            for name in file.names.declared { homes[name, default: []].insert(file.folder) }
        }
        for file in files {
            for name in file.names.mentioned.sorted() {
                guard let home = homes[name], home.count == 1, let target = home.first, target != file.folder else {
                    continue
                }
                mentions[Arrow(from: file.folder, to: target), default: []].append("\(file.path): \(name)")
            }
        }
        groups = Self.groups(Set(files.map(\.folder)), mentions.keys.sorted())
    }

    /// The folders of each cycle, sorted; empty if all arrows run one way.
    public var circles: [[String]] { groups.filter { $0.count > 1 } }

    /// The folders, lowest first, with the number of names on each arrow; for arrows within a cycle also the names.
    public var description: String {
        var lines: [String] = []
        for group in groups {
            if group.count > 1 { lines.append("CIRCLE " + group.joined(separator: " ")) }
            for folder in group {
                let own = mentions.filter { $0.key.from == folder }
                    .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
                let arrows = own.map { "\($0.key.to) \($0.value.count)" }.joined(separator: ", ")
                lines.append("\(folder) -> \(arrows)")
                for (arrow, names) in own where group.contains(arrow.to) {
                    lines += names.map { "    \(arrow.to): \($0)" }
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Strongly connected folders (Tarjan's algorithm).
    private static func groups(_ folders: Set<String>, _ arrows: [Arrow]) -> [[String]] {
        let targets = Dictionary(grouping: arrows, by: \.from).mapValues { $0.map(\.to) }
        var order: [String: Int] = [:]
        var stack: [String] = []
        var groups: [[String]] = []
        func visit(_ folder: String) -> Int {
            let number = order.count
            order[folder] = number
            stack.append(folder)
            var low = number
            for target in targets[folder] ?? [] {
                if order[target] == nil {
                    low = min(low, visit(target))
                } else if stack.contains(target), let seen = order[target] {
                    low = min(low, seen)
                }
            }
            if low == number, let start = stack.firstIndex(of: folder) {
                groups.append(stack[start...].sorted())
                stack.removeSubrange(start...)
            }
            return low
        }
        for folder in folders.sorted() where order[folder] == nil { _ = visit(folder) }
        return groups
    }
}
