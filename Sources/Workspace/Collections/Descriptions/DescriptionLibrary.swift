import Base
import NetEngine
import Synchronization

/// Which descriptions responses are compared with, beside those that `# @openapi` names.
package enum ContractChoice: Sendable, Hashable {
    /// None.
    case asWritten
    /// Descriptions in the request's folder and the folders above it, up to the collection's root.
    case beside
    /// The same, and a request for which there is none says so.
    case required
    /// This one; absolute path.
    case file(String)
}

/// Reads the descriptions that requests belong to, each once as long as it stays as it is.
package final class DescriptionLibrary: Sendable {
    /// One for the whole program: a description may take long to read.
    package static let shared = DescriptionLibrary()

    private struct Known {
        /// Of its file.
        var mark: FileMark?
        var result: Result<DescribedFile, CollectionError>
    }

    private struct FolderContents {
        /// Of the folder.
        var mark: FileMark?
        /// The descriptions and schemas.
        var paths: [String] = []
        /// A file that is named like a description and does not begin like one.
        var lookalike: String?
        /// Such files, and empty ones, as they were: where one is filled in place, the folder stays as it is.
        var unfilled: [(path: String, mark: FileMark)] = []
    }

    private struct State {
        var files: [String: Known] = [:]
        /// By folder.
        var folders: [String: FolderContents] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter path: absolute path.
    package func description(_ path: String) -> Result<DescribedFile, CollectionError> {
        let mark = FileMark(path)
        if let known = state.withLock({ $0.files[path] }), known.mark == mark,
            (try? known.result.get())?.changedReferences.isEmpty ?? true
        {
            return known.result
        }
        let result: Result<DescribedFile, CollectionError>
        do throws(FileProblem) { result = .success(try DescriptionReader.read(path: path)) } catch {
            result = .failure(CollectionError(sentence: error.sentence(of: path)))
        }
        state.withLock { $0.files[path] = Known(mark: mark, result: result) }
        return result
    }

    /// The descriptions beside a request: in its folder, else in the nearest folder above it that has one.
    /// - Parameter root: the last folder that is looked into.
    package func paths(beside folder: String, upTo root: String) -> [String] {
        for folder in PathText.foldersUp(from: folder, to: root) {
            let found = contents(of: folder).paths.filter { !DescriptionFinder.isNamedAsGraphQL($0) }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The nearest file that is named like a description and does not begin like one, such as an empty one.
    func lookalike(beside folder: String, upTo root: String) -> String? {
        PathText.foldersUp(from: folder, to: root).lazy.compactMap { self.contents(of: $0).lookalike }.first
    }

    /// The GraphQL schemas in a folder.
    package func schemas(in folder: String) -> [String] {
        contents(of: folder).paths.filter(DescriptionFinder.isNamedAsGraphQL)
    }

    private func contents(of folder: String) -> FolderContents {
        let mark = FileMark(folder)
        if let known = state.withLock({ $0.folders[folder] }), known.mark == mark,
            known.unfilled.allSatisfy({ FileMark($0.path) == $0.mark })
        {
            return known
        }
        var contents = FolderContents(mark: mark)
        // One for each kind: many queries of GraphQL must not keep descriptions from being looked at.
        var (descriptions, schemas) = (DescriptionFinder(), DescriptionFinder())
        if case .success(let names) = DiskFile.names(in: folder) {
            for name in names.sorted() where DescriptionFinder.mayBe(name) {
                let isGraphQL = DescriptionFinder.isNamedAsGraphQL(name)
                let path = PathText.join(folder, name)
                // Before the look into it, so that what is written meanwhile counts as a change.
                let fileMark = FileMark(path)
                let isOne =
                    isGraphQL ? schemas.isDescription(name, in: folder) : descriptions.isDescription(name, in: folder)
                if isOne {
                    contents.paths.append(path)
                    continue
                }
                let isLookalike = !isGraphQL && DescriptionFinder.isNamedLikeOne(name)
                if isLookalike, contents.lookalike == nil { contents.lookalike = path }
                if let fileMark, isLookalike || fileMark.size == 0 { contents.unfilled.append((path, fileMark)) }
            }
        }
        state.withLock { [contents] in $0.folders[folder] = contents }
        return contents
    }
}
