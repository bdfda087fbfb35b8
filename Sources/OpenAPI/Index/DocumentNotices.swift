import Base
import JSONPath

/// Notices about a whole document: names that are there twice, references that lead nowhere, `nullable` in 3.1.
enum DocumentNotices {
    static func of(_ documents: DocumentSet, _ document: Int, _ version: DescriptionVersion) -> [DescriptionNotice] {
        let text = documents.text(document)
        var notices: [DescriptionNotice] = []
        let root = documents.value(DocumentPlace(document: document, node: 0))
        for (name, place) in text.repeatedYAMLNames {
            var notice = DescriptionNotice(
                .repeatedName, at: root, "The name \(quoted(name)) is there twice; the last one holds.")
            notice.place = place
            notices.append(notice)
        }
        let tree = text.tree
        for node in tree.nodes.indices where tree.kind(node) == .object {
            let value = root.at(node)
            if text.format == .json { repeated(value, &notices) }
            if let reference = value["$ref"], reference.kind == .string, !isData(reference, tree) {
                do throws(ReferenceFailure) { _ = try value.target(of: reference) } catch {
                    notices.append(DescriptionNotice(.reference, at: reference, "The reference \(error.reason)."))
                }
            }
            if version.readsSiblingsOfReferences, let nullable = value["nullable"], nullable.kind == .bool {
                notices.append(
                    DescriptionNotice(
                        .nullable, at: nullable,
                        "'nullable' means nothing in OpenAPI \(version.rawValue): add \"null\" to 'type' instead."))
            }
        }
        return notices
    }

    /// Members of `properties` may be called `$ref`; they are objects there, not strings.
    private static func isData(_ reference: DescriptionValue, _ tree: JSONTree) -> Bool { reference.string == nil }

    private static func repeated(_ value: DescriptionValue, _ notices: inout [DescriptionNotice]) {
        var names: Set<[UInt8]> = []
        value.tree.forEachChild(of: value.place.node) { child in
            countWork(1)
            if let name = value.tree.name(child), !names.insert(name).inserted {
                let shown = quoted(String(decoding: name.prefix(400), as: UTF8.self))
                notices.append(
                    DescriptionNotice(
                        .repeatedName, at: value.at(child), "The name \(shown) is there twice; the last one holds."))
            }
            return true
        }
    }
}
