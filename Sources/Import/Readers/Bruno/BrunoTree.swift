/// The folders and requests of a collection while its files are read, in the order in which Bruno shows them.
struct BrunoTree {
    private struct Folder {
        var name: String
        var order = Int.max
        var defaults: BrunoDefaults?
        /// Paths.
        var folders: [String] = []
        var requests: [(order: Int, request: ImportedRequest)] = []
    }

    /// By path; the collection has an empty one.
    private var folders: [String: Folder] = ["": Folder(name: "")]
    /// Whether a folder is deeper than folders may be.
    private var isTooDeep = false

    /// The path of a folder as it is kept: no deeper than folders may be.
    private static func kept(_ path: String) -> [Substring] {
        Array(path.split(separator: "/").prefix(ImportedFolder.mostDepth))
    }

    private static func isTooDeep(_ path: String) -> Bool {
        path.split(separator: "/").count > ImportedFolder.mostDepth
    }

    /// - Returns: the path under which the folder is kept.
    @discardableResult
    private mutating func add(_ path: String) -> String {
        var parent = ""
        if Self.isTooDeep(path) { isTooDeep = true }
        for name in Self.kept(path) {
            let child = parent.isEmpty ? String(name) : "\(parent)/\(name)"
            if folders[child] == nil {
                folders[child] = Folder(name: String(name))
                folders[parent]?.folders.append(child)
            }
            parent = child
        }
        return parent
    }

    mutating func add(_ defaults: BrunoDefaults, to path: String) {
        let isJoined = Self.isTooDeep(path)
        let path = add(path)
        // Those of the folder that it is joined with count.
        guard !isJoined else { return }
        if let name = defaults.name, !path.isEmpty { folders[path]?.name = name }
        folders[path]?.order = defaults.order ?? Int.max
        folders[path]?.defaults = defaults
    }

    mutating func add(_ request: ImportedRequest, order: Int?, to path: String) {
        let path = add(path)
        folders[path]?.requests.append((order ?? Int.max, request))
    }

    /// The names to show of the folders on a path, outermost first.
    func names(of path: String) -> [String] {
        var names: [String] = []
        var parent = ""
        for name in Self.kept(path) {
            parent = parent.isEmpty ? String(name) : "\(parent)/\(name)"
            names.append(folders[parent]?.name ?? String(name))
        }
        return names
    }

    var defaults: BrunoDefaults? { folders[""]?.defaults }

    func items(_ mapping: inout BrunoMapping) -> [ImportedItem] {
        if isTooDeep {
            mapping.notices.item = []
            mapping.notices.changed(
                "Folders deeper than \(ImportedFolder.mostDepth) levels are joined with the folder around them; their own settings are left out.",
                at: nil)
        }
        return items(of: "", names: [], &mapping)
    }

    private func items(of path: String, names: [String], _ mapping: inout BrunoMapping) -> [ImportedItem] {
        guard let folder = folders[path] else { return [] }
        var items: [ImportedItem] = []
        let children = folder.folders.compactMap { path in folders[path].map { (path, $0) } }
            .sorted { ($0.1.order, $0.1.name) < ($1.1.order, $1.1.name) }
        for (childPath, child) in children {
            mapping.notices.item = names + [child.name]
            let shared = child.defaults.map { mapping.defaults($0) } ?? ImportedDefaults()
            items.append(
                .folder(
                    ImportedFolder(
                        name: child.name, description: child.defaults?.docs,
                        items: self.items(of: childPath, names: names + [child.name], &mapping), shared: shared,
                        place: child.defaults?.place)))
        }
        items += folder.requests.sorted { ($0.order, $0.request.name) < ($1.order, $1.request.name) }
            .map { .request($0.request) }
        return items
    }
}
