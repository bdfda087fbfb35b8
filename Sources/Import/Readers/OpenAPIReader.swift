import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import OpenAPI

/// OpenAPI 3.0 to 3.2 and Swagger 2.0, written out whole: a request for each operation, servers as environments.
package enum OpenAPIReader: ImportReader {
    package static let kind = ImportKind.openapi

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        guard let file = source.file, case .success(let text)? = file.document else { return .no }
        return Description.mayBe(text) ? .yes : .no
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        guard let file = source.file, let document = file.document else {
            throw ImportError("\(source.name) is not one description.")
        }
        let text = try document.get()
        // References name files of the folder, so the documents have paths in it.
        let name = PathText.name(of: file.path)
        let folder = String(file.path.dropLast(name.count))
        let documents = DocumentSet(text, path: name, read: source.sibling)
        let description: Description
        do throws(Description.NotADescription) { description = try Description(documents) } catch {
            throw ImportError(error.sentence, at: ImportPlace(file: file.path, position: error.place))
        }
        guard !description.operations.isEmpty else {
            throw ImportError(
                "The description has no operations, so there is nothing to import.",
                at: ImportPlace(file: file.path, line: 1))
        }
        let address = source.address.flatMap { try? HTTPURL.parse($0) }
        let described = DescribedCollection(DescribedAPI(description), fileName: file.path, address: address)
        var collection = collection(described, description, progress)
        for index in collection.notices.indices {
            guard let path = collection.notices[index].place?.file else { continue }
            collection.notices[index].place?.file = folder + path
        }
        return collection
    }

    private static func collection(
        _ described: DescribedCollection, _ description: Description, _ progress: (Double) -> Void
    ) -> ImportedCollection {
        var collection = ImportedCollection(
            kind: .openapi, name: description.title ?? "", description: description.text)
        var notices = described.notices.map { notice($0, item: []) }
        let hasFolders = described.groups.count > 1
        var names = PathNames()
        for group in described.groups {
            var items: [ImportedItem] = []
            if hasFolders { names = PathNames() }
            for index in group.operations {
                let block = described.block(of: index, naming: &names)
                items.append(.block(ImportedBlock(text: withoutLink(block.text))))
                let item = (hasFolders ? [group.name] : []) + [described.name(of: index)]
                notices += block.notices.map { notice($0, item: item) }
                notices += leftOut(description.open(described.operations[index]), block, description, item: item)
                if index % 50 == 0 { progress(0.9 * Double(index) / Double(described.operations.count)) }
            }
            if hasFolders {
                collection.items.append(
                    .folder(ImportedFolder(name: group.name, description: group.text, items: items)))
            } else {
                collection.items += items
            }
        }
        let environments = described.environments()
        collection.environmentFile = environments.bytes
        notices += environments.notices.map { notice($0, item: []) }
        // Without a value nothing can be sent: the user sees in the file what is needed.
        let secrets = environments.variables.filter(\.isSecret).map {
            ImportedVariable(name: $0.name, value: "", isSecret: true)
        }
        if !secrets.isEmpty { collection.environments = [ImportedEnvironment(name: nil, variables: secrets)] }
        for variable in environments.variables {
            notices.append(
                ImportNotice(
                    .kept,
                    "The login '\(variable.scheme)' has no \(variable.what) yet: give the variable \(variable.name) a value in \(variable.isSecret ? "http-client.private.env.json" : "http-client.env.json")."
                ))
        }
        collection.notices = notices
        return collection
    }

    /// The block without the line that names its description: the import is used without it.
    private static func withoutLink(_ block: String) -> String {
        block.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("# @openapi ") }
            .joined(separator: "\n")
    }

    /// What of a body is not in its request: one media type is written, with one example.
    private static func leftOut(
        _ operation: OpenAPI.Operation, _ block: DescribedBlock, _ description: Description, item: [String]
    ) -> [ImportNotice] {
        guard let body = operation.body, let request = HTTPDocument(bytes: Array(block.text.utf8)).requests.first,
            let type = request.headers.first(where: { $0.isEnabled && $0.name.lowercased() == "content-type" })?.value
        else { return [] }
        let isWritten: (MediaType) -> Bool = { MediaTypeName($0.name) == MediaTypeName(type) }
        guard let written = body.content.first(where: isWritten) else { return [] }
        func notice(_ text: String, _ place: DocumentPlace) -> ImportNotice {
            return ImportNotice(
                .lost, text, item: item,
                at: ImportPlace(
                    file: description.documents.paths[place.document],
                    position: description.documents.textPlace(of: place)))
        }
        var notices: [ImportNotice] = []
        let others = body.content.filter { !isWritten($0) }.map { PlainLine.of($0.name, limit: 60) }
        if !others.isEmpty {
            let names = others.prefix(6).joined(separator: ", ") + (others.count > 6 ? " …" : "")
            notices.append(
                notice("The body is written as \(MediaTypeName(type).essence) alone, not as \(names).", body.place))
        }
        if written.examples.count > 1 {
            notices.append(
                notice("Only one of the \(written.examples.count) examples of the body is written.", written.place))
        }
        return notices
    }

    private static func notice(_ notice: DescriptionNotice, item: [String]) -> ImportNotice {
        ImportNotice(
            .kept, notice.text, item: item, at: ImportPlace(file: notice.document, position: notice.place))
    }
}
