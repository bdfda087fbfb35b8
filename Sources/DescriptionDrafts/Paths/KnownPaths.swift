import Base
import NetEngine
import OpenAPI

/// The paths of an existing description, to find the template of a path that was sent.
struct KnownPaths: Sendable {
    struct Match {
        var template: String
        /// The path of the server, before the template: empty, or `/v1`.
        var base: String
        var values: [(name: String, value: [UInt8])]
    }

    private struct Node: Sendable {
        var texts: [[UInt8]: Int] = [:]
        var patterns: [(parts: [PathTemplate.Part], child: Int)] = []
        var template: String?
    }

    private var nodes = [Node()]
    /// Paths of servers, the longest first.
    private var bases: [[[UInt8]]] = []

    init(_ description: Description) {
        for entry in description.operations where entry.kind == .path { add(entry.path) }
        let root = description.documents.root
        var paths: Set<String> = []
        if description.version == .swagger2 {
            if let base = root.text("basePath") { paths.insert(base) }
        } else if let servers = root["servers"] {
            for server in servers.elements { if let path = Self.path(of: server) { paths.insert(path) } }
        }
        paths.insert("")
        bases = paths.map { path in path.utf8.split(separator: Byte.slash).map(Array.init) }
        bases = Set(bases).sorted { a, b in
            a.count == b.count ? a.joined().lexicographicallyPrecedes(b.joined()) : a.count > b.count
        }
    }

    /// The path of a server's URL, with the defaults of its variables.
    private static func path(of server: DescriptionValue) -> String? {
        var url = ""
        for part in PathTemplate(server.text("url") ?? "").parts {
            switch part {
            case .text(let text): url += text
            case .parameter(let name):
                guard let value = server["variables"]?[name]?.text("default") else { return nil }
                url += value
            }
        }
        if let slashes = url.utf8.firstRange(of: "://".utf8) {
            let rest = url[slashes.upperBound...]
            return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
        }
        return url
    }

    private mutating func add(_ template: String) {
        var place = 0
        for segment in template.utf8.dropFirst().split(separator: Byte.slash, omittingEmptySubsequences: false) {
            let parts = PathTemplate(String(decoding: Array(segment), as: UTF8.self)).parts
            if case .text(let text)? = parts.first, parts.count == 1 {
                place = child(text: URLEncoding.decode(Array(text.utf8)), of: place)
            } else if parts.isEmpty {
                place = child(text: [], of: place)
            } else {
                place = child(parts: parts, of: place)
            }
        }
        if nodes[place].template == nil { nodes[place].template = template }
    }

    private mutating func child(text: [UInt8], of place: Int) -> Int {
        if let known = nodes[place].texts[text] { return known }
        nodes.append(Node())
        nodes[place].texts[text] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func child(parts: [PathTemplate.Part], of place: Int) -> Int {
        if let known = nodes[place].patterns.first(where: { $0.parts == parts }) { return known.child }
        nodes.append(Node())
        nodes[place].patterns.append((parts, nodes.count - 1))
        return nodes.count - 1
    }

    /// - Parameter segments: of the path as it was sent.
    func match(_ segments: [[UInt8]]) -> Match? {
        for base in bases where segments.count >= base.count && segments.starts(with: base) {
            guard let (template, values) = find(Array(segments.dropFirst(base.count))) else { continue }
            let path = base.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
            return Match(template: template, base: path, values: values)
        }
        return nil
    }

    /// Looks at each node of the tree at most once; texts before parameters (OpenAPI 3.2 §4.8.1).
    private func find(_ segments: [[UInt8]]) -> (String, [(name: String, value: [UInt8])])? {
        guard segments.count <= PathTree.deepest else { return nil }
        let decoded = segments.map { URLEncoding.decode($0) }
        var open: [(node: Int, values: [(name: String, value: [UInt8])], depth: Int)] = [(0, [], 0)]
        while let (node, values, depth) = open.popLast() {
            countWork(1)
            if depth == segments.count {
                if let template = nodes[node].template { return (template, values) }
                continue
            }
            for (parts, child) in nodes[node].patterns.reversed() {
                guard let found = Self.values(of: parts, in: decoded[depth]) else { continue }
                open.append((child, values + found, depth + 1))
            }
            if let child = nodes[node].texts[decoded[depth]] { open.append((child, values, depth + 1)) }
        }
        return nil
    }

    /// The values of the parameters of a segment; each takes up to the first place where the next text is.
    static func values(of parts: [PathTemplate.Part], in segment: [UInt8]) -> [(name: String, value: [UInt8])]? {
        guard !segment.isEmpty else { return nil }
        var rest = segment[...]
        var values: [(name: String, value: [UInt8])] = []
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                let bytes = Array(text.utf8)
                if index == 0 || values.isEmpty {
                    guard rest.starts(with: bytes) else { return nil }
                    rest = rest.dropFirst(bytes.count)
                    continue
                }
                if index == parts.count - 1 {
                    guard rest.count > bytes.count, rest.suffix(bytes.count).elementsEqual(bytes) else { return nil }
                    values[values.count - 1].value = Array(rest.dropLast(bytes.count))
                    rest = []
                    continue
                }
                guard let found = rest.firstRange(of: bytes), found.lowerBound > rest.startIndex else { return nil }
                values[values.count - 1].value = Array(rest[..<found.lowerBound])
                rest = rest[found.upperBound...]
            case .parameter(let name):
                values.append((name, Array(rest)))
                if index == parts.count - 1 {
                    guard !rest.isEmpty else { return nil }
                    rest = []
                }
            }
        }
        return rest.isEmpty ? values : nil
    }
}
