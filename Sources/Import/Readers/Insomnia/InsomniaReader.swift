import Descriptions

/// Reads exports of Insomnia: version 4 (JSON or YAML, one list of resources) and version 5 (YAML, a tree).
package enum InsomniaReader: ImportReader {
    package static let kind = ImportKind.insomnia

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        let roots = source.files.compactMap(\.root)
        guard let root = roots.first(where: { isInsomnia($0) }) else { return .no }
        if let type = root.string("type") {
            guard type.hasSuffix("/5.0") else {
                return .unusable("This is an Insomnia file of type \(NoticeList.quoted(type)); version 5.0 is read.")
            }
            let word = type.prefix { $0 != "." }
            guard readable.contains(String(word)) else {
                return .unusable("This Insomnia file holds no requests: its type is \(NoticeList.quoted(type)).")
            }
            return .yes
        }
        let version = root.integer("__export_format") ?? 0
        guard version == 3 || version == 4 else {
            return .unusable(
                "This is an Insomnia export of version \(version); 3, 4 and 5 are read: export it again with a newer Insomnia."
            )
        }
        return .yes
    }

    private static let readable: Set<String> = ["collection", "spec", "environment"]

    private static func isInsomnia(_ root: ImportValue) -> Bool {
        if root.string("_type") == "export", root["__export_format"] != nil { return true }
        guard let type = root.string("type") else { return false }
        return type.contains(".insomnia.rest/") || type.hasPrefix("mcpClient.insomnia/")
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        var roots: [ImportValue] = []
        for file in source.files {
            if let root = file.root, isInsomnia(root) { roots.append(root) }
        }
        guard !roots.isEmpty else {
            if case .failure(let error)? = source.file?.document { throw error }
            throw ImportError("This is not an export of Insomnia: it has neither _type nor a type of Insomnia.")
        }
        var collections: [ImportedCollection] = []
        var names = DialectName()
        for (index, root) in roots.enumerated() {
            let isTree = root.string("type") != nil
            let export = isTree ? InsomniaExport(tree: root) : InsomniaExport(resources: root.elements("resources"))
            var reading = InsomniaReading(export, apartFrom: names)
            collections.append(reading.collection())
            names = reading.referenceNames
            progress(Double(index + 1) / Double(roots.count))
        }
        guard collections.contains(where: { !$0.items.isEmpty || !$0.environments.isEmpty }) else {
            throw ImportError("The export has no requests.", at: roots[0].place)
        }
        guard collections.count > 1 else { return collections[0] }
        return joined(collections)
    }

    /// Several exports become a folder each.
    private static func joined(_ collections: [ImportedCollection]) -> ImportedCollection {
        var all = ImportedCollection(kind: .insomnia, name: "")
        for collection in collections {
            if !collection.items.isEmpty {
                all.items.append(
                    .folder(
                        ImportedFolder(
                            name: collection.name, description: collection.description, items: collection.items,
                            shared: collection.shared)))
            }
            all.environments += collection.environments
            all.notices += collection.notices
        }
        return all
    }
}
