import Base
import Contract
import Descriptions
import Glibc
import GraphQL
import HTTPFormat
import NetEngine
import OpenAPI

/// Reads descriptions of APIs from the disk, with the files of their folder that they refer to.
package enum DescriptionReader {
    /// Gets how many bytes were read by now, and says whether to go on.
    package typealias Progress = (Int) -> Bool

    /// Larger ones are read when the rest of the collection is on the screen. JSON is read several times as fast.
    private static func isLarge(_ mark: FileMark, _ path: String) -> Bool {
        mark.size > (path.lowercased().hasSuffix(".json") ? 2 << 20 : 512 << 10)
    }

    /// A file of a collection: one request for each operation; or a problem.
    /// - Parameter defersLarge: leaves a large one to be read later.
    static func file(
        _ entry: FolderWalk.Entry, defersLarge: Bool = false, progress: Progress = { _ in true }
    ) -> CollectionFile {
        var problem = entry.problem
        var described: DescribedFile?
        let mark = FileMark(entry.path)
        if problem == nil, defersLarge, let mark, isLarge(mark, entry.path) {
            var file = CollectionFile(path: entry.path, relativePath: entry.relativePath, skeletonOf: nil)
            (file.marks, file.isUnread) = ([mark], true)
            return file
        }
        if problem == nil {
            do throws(FileProblem) {
                described = try read(path: entry.path, isOpened: true, progress: progress)
            } catch {
                problem = error
            }
        }
        var file = CollectionFile(
            path: entry.path, relativePath: entry.relativePath, skeletonOf: described, problem: problem)
        file.marks = (mark.map { [$0] } ?? []) + (described?.paths.dropFirst().compactMap { FileMark($0) } ?? [])
        return file
    }

    /// - Parameters:
    ///   - path: absolute path.
    ///   - isOpened: whether the user opens it as a collection, and may mean a file of another tool.
    package static func read(
        path: String, isOpened: Bool = false, progress: Progress = { _ in true }
    ) throws(FileProblem) -> DescribedFile {
        switch DiskFile.read(path, limit: DiskFile.maxRequestFileBytes) {
        case .success(let bytes): return try read(bytes, path: path, isOpened: isOpened, progress: progress)
        case .failure(let failure):
            throw FileProblem("cannot be read: \(failure.clause).")
        }
    }

    /// - Parameters:
    ///   - path: absolute path; other files are read from its folder and below.
    ///   - address: where it was fetched from, for servers that are relative to it.
    static func read(
        _ bytes: [UInt8], path: String, address: String? = nil, isOpened: Bool = false,
        progress: Progress = { _ in true }
    ) throws(FileProblem) -> DescribedFile {
        if DescriptionFinder.isNamedAsGraphQL(path) { return try schema(bytes, path: path) }
        let text: DescriptionText
        do throws(DescriptionTextError) {
            text = try DescriptionText.read(bytes, progress: progress)
        } catch {
            throw FileProblem("It is neither JSON nor YAML: \(error.reason).", at: error.place)
        }
        let folder = PathText.folder(of: path)
        let referred = ReferredFiles()
        let documents = DocumentSet(text, path: PathText.name(of: path)) { other in
            guard address == nil else { return .failure(ReferenceFailure(reason: "nothing else is fetched")) }
            referred.note(PathText.join(folder, other))
            return document(other, in: folder)
        }
        let description: Description
        do throws(Description.NotADescription) {
            description = try Description(documents)
        } catch {
            let hint = isOpened ? "; 'apitui import' turns files of other tools into request files." : "."
            throw FileProblem(error.sentence.withoutFullStop + hint, at: error.place)
        }
        // The requests of many short operations take longer than their text.
        guard progress(bytes.count) else { throw FileProblem("cannot be read: it was stopped.") }
        let collection = DescribedCollection(
            DescribedAPI(description), fileName: PathText.name(of: path),
            address: address.flatMap { try? HTTPURL.parse($0) })
        return DescribedFile(collection, path: path, referred: referred)
    }

    /// A GraphQL schema in its own language (SDL).
    private static func schema(_ bytes: [UInt8], path: String) throws(FileProblem) -> DescribedFile {
        let schema = GraphQLSchema(sdl: bytes)
        let described = DescribedFile(
            GraphQLCollection(schema), path: path, endpoint: SchemaText.endpoint(of: bytes), text: bytes)
        guard described.groups.isEmpty else { return described }
        if let notice = schema.notices.first, notice.origin.document != nil {
            let place = TextPosition(byteOffset: notice.origin.range.lowerBound, in: bytes)
            throw FileProblem("\(notice.reason).", at: TextPlace(line: place.line, column: place.column))
        }
        throw FileProblem("is not a GraphQL schema: it has no type Query with fields.")
    }

    /// Another document of the folder. A link must not lead out of it.
    package static func document(_ path: String, in folder: String) -> Result<DescriptionText, ReferenceFailure> {
        func failure(_ reason: String) -> Result<DescriptionText, ReferenceFailure> {
            .failure(ReferenceFailure(reason: reason))
        }
        let absolute = PathText.join(folder, path)
        guard let real = DiskFile.realPath(absolute) else { return failure("there is no file \(path)") }
        guard PathText.isInside(real, folder: DiskFile.realPath(folder) ?? folder) else {
            return failure("\(path) is a link out of the folder")
        }
        switch DiskFile.read(real, limit: DiskFile.maxRequestFileBytes) {
        case .failure(let problem): return failure("\(path) cannot be read: \(problem.clause)")
        case .success(let bytes):
            do throws(DescriptionTextError) { return .success(try DescriptionText.read(bytes)) } catch {
                return failure("\(path):\(error.place.line):\(error.place.column): \(error.reason)")
            }
        }
    }
}
