import Base
import Contract
import Descriptions
import GraphQL
import HTTPFormat
import NetEngine
import OpenAPI

/// What a description leaves open, says twice or says in a way that cannot be sent, each with its place in the description.
enum DescriptionFindings {
    static func findings(in file: CollectionFile, of described: DescribedFile) -> [LintFinding] {
        if let schema = described.graphQL?.schema { return findings(in: file, of: schema) }
        guard let collection = described.openAPI else { return [] }
        var notices = collection.api.description.allNotices() + collection.notices + collection.api.schemaNotices()
        for index in collection.operations.indices { notices += collection.block(of: index).notices }
        var seen: Set<DescriptionNotice> = []
        let folder = PathText.folder(of: file.relativePath)
        return notices.filter { seen.insert($0).inserted }.map { notice in
            let isRoot = notice.document == collection.fileName
            let path =
                isRoot
                ? file.relativePath
                : folder == "/" || folder == "." ? notice.document : PathText.join(folder, notice.document)
            let text = notice.text.withoutFullStop
            return LintFinding(
                file: path, line: notice.place.line, id: "A1", severity: severity(notice.kind),
                text: notice.pointer.isEmpty ? text : "\(text) (\(notice.pointer))")
        }.sorted { ($0.file, $0.line, $0.text) < ($1.file, $1.line, $1.text) }
    }

    /// What is wrong in a GraphQL schema, with the line of the file as it is now.
    private static func findings(in file: CollectionFile, of schema: GraphQLSchema) -> [LintFinding] {
        guard !schema.notices.isEmpty else { return [] }
        var bytes: [UInt8] = []
        if case .success(let read) = DiskFile.read(file.path, limit: DiskFile.maxRequestFileBytes) { bytes = read }
        return schema.notices.map { notice in
            let place = min(notice.origin.range.lowerBound, bytes.count)
            let line = notice.origin.document == nil ? 1 : TextPosition(byteOffset: place, in: bytes).line
            return LintFinding(file: file.relativePath, line: line, id: "A1", severity: .warning, text: notice.reason)
        }.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
    }

    private static func severity(_ kind: DescriptionNotice.Kind) -> Notice.Severity {
        switch kind {
        case .notRepresented, .nullable, .server, .ignoredParameter, .unusedPathParameter, .notChecked: .info
        default: .warning
        }
    }
}
