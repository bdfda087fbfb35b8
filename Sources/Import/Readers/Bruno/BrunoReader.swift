import Base
import NetEngine

/// Reads collections of Bruno: a folder with `bruno.json` or `opencollection.yml`, or one file of it.
package enum BrunoReader: ImportReader {
    package static let kind = ImportKind.bruno

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        if source.files.contains(where: { isMarker($0) || isBru($0) }) { return .yes }
        guard let root = source.root, let file = source.file else { return .no }
        if isMarker(file) || isOpenCollection(root) { return .yes }
        if root["brunoConfig"] != nil, root["items"] != nil {
            return .unusable(
                "This is a JSON export of Bruno: import the folder of the collection, or export it as OpenCollection.")
        }
        return .no
    }

    /// `bruno.json` or `opencollection.yml`, which make a folder a collection.
    private static func isMarker(_ file: ImportSource.File) -> Bool {
        let name = PathText.name(of: file.path)
        if name == "bruno.json" { return file.root?["version"] != nil || file.root?["name"] != nil }
        return name == "opencollection.yml" && file.root?["opencollection"] != nil
    }

    private static func isOpenCollection(_ root: ImportValue) -> Bool {
        if root.scalar("opencollection") != nil { return true }
        let type = root["info"]?.string("type")
        return (type == "http" && root["http"]?["url"] != nil) || (type == "graphql" && root["graphql"]?["url"] != nil)
    }

    private static func isBru(_ file: ImportSource.File) -> Bool {
        guard file.path.hasSuffix(".bru") || !file.path.contains(bytes: ".") || file.document != nil else {
            return false
        }
        // The first line that is not a comment opens a block of Bru.
        var rest = file.bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: Byte.lineFeed) ?? rest.endIndex
            let line = rest[..<end].trimmed
            rest = rest[min(end + 1, rest.endIndex)...]
            if line.isEmpty || line.first == Byte.hash || line.starts(with: [Byte.slash, Byte.slash]) { continue }
            if BruParser.isColour(line) { continue }
            guard let last = line.last, last == Byte.openBrace || last == Byte.openBracket else { return false }
            let name = String(decoding: line.dropLast().trimmed, as: UTF8.self)
            return openings.contains(name) || name.hasPrefix("auth:") || name.hasPrefix("body:")
        }
        return false
    }

    private static let openings: Set<String> = [
        "meta", "get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http", "grpc", "ws",
        "headers", "auth", "vars", "vars:secret", "vars:pre-request", "vars:post-response", "script:pre-request",
        "script:post-response", "tests", "docs", "params:query", "params:path", "query", "assert", "settings",
    ]

    // MARK: Reading

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        var reading = BrunoReading(source)
        return try reading.collection(progress)
    }
}

/// One import of a collection.
private struct BrunoReading {
    private let source: ImportSource
    /// The folder of the collection within the source, with a slash at its end; empty if it is the source itself.
    private let root: String
    private var tree = BrunoTree()
    private var mapping = BrunoMapping()
    private var environments: [ImportedEnvironment] = []
    private var name: String?
    private var requests = 0
    private var firstError: ImportError?

    init(_ source: ImportSource) {
        self.source = source
        let markers = source.files.map(\.path).filter {
            ["bruno.json", "opencollection.yml", "collection.bru"].contains(PathText.name(of: $0))
        }
        let outermost = markers.min { $0.utf8.count { $0 == Byte.slash } < $1.utf8.count { $0 == Byte.slash } }
        root = source.files.count > 1 ? outermost.map(Self.folder) ?? "" : ""
    }

    /// `a/b/` of `a/b/c.bru`.
    private static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    mutating func collection(_ progress: (Double) -> Void) throws(ImportError) -> ImportedCollection {
        // Folders first: the notices about requests have their names.
        for file in source.files { try settings(file) }
        for (index, file) in source.files.enumerated() {
            try request(file)
            progress(Double(index + 1) / Double(source.files.count))
        }
        if requests == 0, let firstError { throw firstError }
        guard requests > 0 || !environments.isEmpty else {
            throw ImportError("There is no request in \(source.name) that is sent by HTTP.")
        }
        mapping.notices.item = []
        let items = tree.items(&mapping)
        mapping.notices.item = []
        let defaults = tree.defaults
        let shared = defaults.map { mapping.defaults($0) } ?? ImportedDefaults()
        let all = environments.map { mapping.environment($0) }
        return ImportedCollection(
            kind: .bruno, name: name ?? "", description: defaults?.docs, items: items, shared: shared,
            environments: all, notices: mapping.notices.all)
    }

    /// The path within the collection; nil for a file outside of it.
    private func path(_ file: ImportSource.File) -> String? {
        guard source.files.count > 1 else { return PathText.name(of: file.path) }
        return file.path.hasPrefix(root) ? String(file.path.dropFirst(root.utf8.count)) : nil
    }

    private static func stem(_ path: String) -> String {
        let name = PathText.name(of: path)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private static func isYAML(_ path: String) -> Bool { path.hasSuffix(".yml") || path.hasSuffix(".yaml") }

    /// A broken file among others costs that file.
    private mutating func broken(_ error: ImportError) throws(ImportError) {
        guard source.files.count > 1 else { throw error }
        firstError = firstError ?? error
        mapping.notices.item = []
        mapping.notices.lost("The file is left out. \(error.text)", at: error.place)
    }

    private mutating func bru(_ file: ImportSource.File) throws(ImportError) -> BruFile? {
        do throws(ImportError) { return try BruFile(file) } catch {
            try broken(error)
            return nil
        }
    }

    private mutating func yaml(_ file: ImportSource.File) throws(ImportError) -> OpenCollectionFile? {
        switch file.document {
        case .success?: return file.root.map { OpenCollectionFile(root: $0) }
        case .failure(let error)?:
            try broken(error)
            return nil
        case nil: return nil
        }
    }

    // MARK: Collections, folders, environments

    private mutating func settings(_ file: ImportSource.File) throws(ImportError) {
        guard let path = path(file) else { return }
        let folder = Self.folder(path)
        mapping.notices.item = []
        switch PathText.name(of: path) {
        case "bruno.json":
            if case .failure(let error)? = file.document { try broken(error) }
            name = name ?? file.root?.scalar("name")
            let settings = [
                ("proxy", "The proxy of the collection is left out: '# @proxy' above a request, or --proxy, sets one."),
                (
                    "clientCertificates",
                    "The client certificates of the collection are left out: set them in the environment file."
                ),
            ]
            for (member, text) in settings where isUsed(file.root?[member]) {
                mapping.notices.lost(text, at: file.root?[member]?.place)
            }
        case "collection.bru", "folder.bru":
            guard let bru = try bru(file) else { return }
            let defaults = bru.defaults(&mapping.notices)
            tree.add(defaults, to: folder)
        case "opencollection.yml", "folder.yml":
            guard let yaml = try yaml(file) else { return }
            tree.add(yaml.defaults(), to: folder)
            if folder.isEmpty, let title = yaml.name { name = name ?? title }
            environments += yaml.environments
        default:
            guard folder == "environments/" else { return }
            if path.hasSuffix(".bru"), let bru = try bru(file) {
                environments.append(bru.environment(named: Self.stem(path)))
            } else if Self.isYAML(path), let yaml = try yaml(file) {
                environments.append(yaml.environment(named: Self.stem(path)))
            }
        }
    }

    private func isUsed(_ value: ImportValue?) -> Bool {
        guard let value else { return false }
        return value.bool("enabled") == true || !value.elements("certs").isEmpty
    }

    // MARK: Requests

    private mutating func request(_ file: ImportSource.File) throws(ImportError) {
        guard let path = path(file) else { return }
        let folder = Self.folder(path)
        let fileName = PathText.name(of: path)
        switch fileName {
        case "bruno.json", "collection.bru", "folder.bru", "folder.yml": return
        default: if folder == "environments/", source.files.count > 1 { return }
        }
        if Self.isYAML(path) || isBareYAML(file) {
            guard let yaml = try yaml(file) else { return }
            if source.files.count == 1, yaml.root["opencollection"] != nil {
                if fileName != "opencollection.yml" {
                    tree.add(yaml.defaults(), to: "")
                    name = name ?? yaml.name
                    environments += yaml.environments
                }
            }
            for item in yaml.items { add(item, to: folder, depth: 0) }
            if yaml.items.isEmpty, fileName != "opencollection.yml" {
                add(yaml, named: Self.stem(path), to: folder)
            }
        } else if path.hasSuffix(".bru") || source.files.count == 1 {
            guard let bru = try bru(file) else { return }
            try add(bru, named: Self.stem(path), to: folder)
        }
    }

    /// A pasted text, or a file with another suffix.
    private func isBareYAML(_ file: ImportSource.File) -> Bool {
        source.files.count == 1 && !file.path.hasSuffix(".bru") && file.root?.isObject == true
    }

    private mutating func add(_ bru: BruFile, named name: String, to folder: String) throws(ImportError) {
        mapping.notices.item = tree.names(of: folder) + [bru.document.value("name", in: "meta") ?? name]
        guard let request = bru.request(named: name, &mapping.notices) else {
            let place = ImportPlace(file: bru.file, line: bru.document.blocks.first?.line ?? 1)
            if source.files.count == 1 {
                let holdsVariables = bru.document.block("vars") != nil || bru.document.block("vars:secret") != nil
                guard holdsVariables else {
                    throw ImportError("The file holds no request that is sent by HTTP.", at: place)
                }
                environments.append(bru.environment(named: name))
                return
            }
            mapping.notices.lost(
                bru.isOtherProtocol
                    ? "The request is left out: gRPC and WebSocket are not written."
                    : "The file is left out: it holds no request.", at: place)
            return
        }
        tree.add(mapping.request(request), order: bru.order, to: folder)
        requests += 1
    }

    private mutating func add(_ item: OpenCollectionFile, to folder: String, depth: Int) {
        let name = item.name ?? "Untitled"
        guard item.type == "folder" || item.root["items"] != nil else {
            return add(item, named: name, to: folder)
        }
        let path = "\(folder)\(name.replacing(bytes: "/", with: "∕"))/"
        guard depth < ImportedFolder.mostDepth else {
            mapping.notices.item = tree.names(of: folder)
            mapping.notices.lost("Folders deeper than \(ImportedFolder.mostDepth) are left out.", at: item.root.place)
            return
        }
        tree.add(item.defaults(), to: path)
        for child in item.items { add(child, to: path, depth: depth + 1) }
    }

    private mutating func add(_ item: OpenCollectionFile, named name: String, to folder: String) {
        mapping.notices.item = tree.names(of: folder) + [item.name ?? name]
        guard let request = item.request(named: name, &mapping.notices) else {
            let what = item.type.map { " of type \(NoticeList.quoted($0))" } ?? ""
            mapping.notices.lost(
                "The item\(what) is left out: it is not an HTTP request.", at: item.root.place)
            return
        }
        tree.add(mapping.request(request), order: item.order, to: folder)
        requests += 1
    }
}
