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
                .repeatedName, at: root, "The name \(quoted(name)) is there twice; the last one counts.")
            notice.place = place
            notices.append(notice)
        }
        let tree = text.tree
        for node in tree.nodes.indices where tree.kind(node) == .object {
            look(at: root.at(node), checksNames: text.format == .json, version, &notices)
        }
        return notices
    }

    private static let reference = Array("$ref".utf8)
    private static let nullable = Array("nullable".utf8)

    private static func look(
        at object: DescriptionValue, checksNames: Bool, _ version: DescriptionVersion,
        _ notices: inout [DescriptionNotice]
    ) {
        let tree = object.tree
        var names: Set<[UInt8]> = []
        tree.forEachChild(of: object.place.node) { child in
            countWork(1)
            guard let name = tree.name(child) else { return true }
            let value = object.at(child)
            // Members of 'properties' may be called '$ref' or 'nullable'; they are objects there.
            if name == reference, value.kind == .string {
                do throws(ReferenceFailure) { _ = try object.target(of: value) } catch {
                    notices.append(DescriptionNotice(.reference, at: value, "The reference \(error.reason)."))
                }
            } else if name == nullable, version.readsSiblingsOfReferences, value.kind == .bool {
                let sentence =
                    "'nullable' means nothing in OpenAPI \(version.rawValue): add \"null\" to 'type' instead."
                notices.append(DescriptionNotice(.nullable, at: value, sentence))
            }
            if checksNames, !names.insert(name).inserted {
                let shown = quoted(String(decoding: name.prefix(400), as: UTF8.self))
                let sentence = "The name \(shown) is there twice; the last one counts."
                notices.append(DescriptionNotice(.repeatedName, at: value, sentence))
            }
            return true
        }
    }
}
