import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

// Descriptions of APIs as collections: what is changed of their requests is kept beside them, and a request can be kept as one of a
// request file.

extension Model {
    /// The schema that a GraphQL endpoint was asked for; nil if none was.
    var fetchedSchema: DescribedFile? {
        guard FetchedDescription.isURL(settings.path) else { return nil }
        return tree.files.values.lazy.compactMap(\.file.described).first { $0.graphQL != nil && $0.endpoint != nil }
    }

    /// Asks for the file in which the schema of the endpoint is kept.
    mutating func saveSchema() {
        guard let described = fetchedSchema, let schema = described.graphQL?.schema else {
            say("Only the schema of a GraphQL endpoint can be saved: 'apitui graphql URL' opens one.", .warning)
            return
        }
        BodySaver.open(schema: SchemaText.text(of: schema, endpoint: described.endpoint), on: &self)
    }

    /// Asks for the kept edits of descriptions that are new here.
    mutating func findDescriptionEdits() -> [Effect] {
        let new = tree.filePaths.compactMap { path -> DescriptionEdits? in
            guard let file = tree.files[path]?.file, file.described != nil else { return nil }
            if let known = files.descriptionEdits[path], known.address == file.address { return nil }
            return DescriptionEdits(path: path, address: file.address)
        }
        for edits in new { files.descriptionEdits[edits.path] = edits }
        return new.isEmpty ? [] : [.findDescriptionEdits(new)]
    }

    mutating func descriptionEditsFound(_ found: [DescriptionEdits]) -> [Effect] {
        var conflicts: [String] = []
        for edits in found {
            files.descriptionEdits[edits.path] = edits
            conflicts += changeTree { $0.take(edits) }
        }
        if !conflicts.isEmpty {
            say(
                "The description changed where you had edited it; your version is shown: \(conflicts.joined(separator: ", ")).",
                .warning)
        }
        return found.contains { !$0.blocks.isEmpty } ? showVariables() : []
    }

    /// Keeps the edits that were made last.
    mutating func keepDescriptionEdits() -> [Effect] {
        tree.takeEditedDescriptions().compactMap { file in
            let edits = DescriptionEdits(of: file, known: files.descriptionEdits[file.path])
            guard edits != files.descriptionEdits[file.path] else { return nil }
            files.descriptionEdits[file.path] = edits
            return .keepDescriptionEdits(edits)
        }
    }

    /// What becomes of an edit of a file, as a sentence.
    func sentenceOnKeeping(_ path: String) -> String {
        guard let file = tree.files[path]?.file, file.described != nil else {
            return "\(keyName(.save)) writes the file."
        }
        return "The change is kept, and \(file.relativePath) stays as it is."
    }

    /// Whether a request of a description was changed, in this session or an earlier one.
    func isChanged(_ request: SavedRequest, inDescription path: String) -> Bool {
        files.descriptionEdits[path]?.blocks.contains { $0.name == request.id } == true
    }

    /// Keeps the open request of a description in the request file beside it, which is written.
    mutating func keepRequest(of described: CollectionFile) -> [Effect] {
        if CollectionsPane.hasFocus(self), let tag = tree.selectedTag {
            say("\(tag.name) is not a request: select one below it, and \(keyName(.save)) keeps that.", .warning)
            return []
        }
        guard let key = tree.selectedRequest.flatMap({ $0.file == described.path ? $0 : nil }) ?? current?.key,
            key.file == described.path, let index = tree.index(of: key)
        else {
            say(
                "Select a request of \(described.relativePath): \(keyName(.save)) keeps it in a request file.", .warning
            )
            return []
        }
        let path = DescribedFile.requestFile(beside: described.path)
        let name = tree.relativePath(of: path)
        guard tree.canHold(path) else {
            say("Open the folder of \(described.relativePath) to keep requests in \(name).", .warning)
            return []
        }
        do throws(EditStop) {
            let document = tree.files[path] == nil ? HTTPDocument(bytes: []) : try self.document(toEdit: path)
            let change = DocumentChange.content(
                document.bytes(
                    keeping: index, of: described.document, with: definitions(of: index, in: described)))
            let edited = try changed(document, of: path, by: change)
            tree.addNewFile(path: path, relativePath: name)
            take(edited, of: path, after: change)
        } catch {
            return stop(error)
        }
        return write(path, isForced: false)
    }

    /// What the description gives a value that the request uses, such as its server: other tools know only what is in the file.
    private func definitions(of index: Int, in described: CollectionFile) -> [(name: String, value: String)] {
        guard let set = surroundings.environments[described.environmentKey],
            let range = described.document.range(ofRequest: index)
        else { return [] }
        var texts = [String(decoding: described.document.bytes[range], as: UTF8.self)]
        var found: [(name: String, value: String)] = []
        var names = Set(set.variables.values.flatMap(\.keys))
        while let text = texts.popLast() {
            for name in names.sorted() where text.contains(bytes: "{{\(name)}}") {
                guard let variable = set.variable(name, in: settings.environmentName)?.variable,
                    variable.file == described.path,
                    let value = variable.value
                else { continue }
                names.remove(name)
                // What a value uses is defined before it.
                found.insert((name, value), at: 0)
                texts.append(value)
            }
        }
        return found
    }
}

// MARK: What is described, in the background

extension Model {
    /// The OpenAPI descriptions of the collection.
    var describedFiles: [DescribedFile] {
        tree.filePaths.compactMap { tree.files[$0]?.file.described }.filter { $0.openAPI != nil }
    }

    /// Asks for the indexes that are not there yet.
    mutating func wantOperationSearches() -> [Effect] {
        let missing = searches.want(describedFiles)
        return missing.isEmpty ? [] : [.indexOperations(missing)]
    }

    mutating func operationsIndexed(_ made: IndexedOperations) {
        searches.take(made)
        let searches = searches
        overlays.modify(RequestPicker.self) { $0.take(searches) }
    }
}
