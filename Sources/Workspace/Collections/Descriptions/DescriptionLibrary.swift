import Base
import NetEngine
import Synchronization

/// Which descriptions responses are compared with, beside those that `# @openapi` names.
package enum ContractChoice: Sendable, Hashable {
    /// None.
    case asWritten
    /// Descriptions in the request's folder and the folders above it, up to the collection's root.
    case beside
    /// This one; absolute path.
    case file(String)
}

/// Reads the descriptions that requests belong to, each once as long as it stays as it is.
package final class DescriptionLibrary: Sendable {
    /// One for the whole program: a description may take long to read.
    package static let shared = DescriptionLibrary()

    private struct Known {
        var marks: [String: FileMark?]
        var result: Result<DescribedFile, CollectionError>
    }

    private struct State {
        var files: [String: Known] = [:]
        /// The descriptions and schemas in a folder, with the folder's mark.
        var folders: [String: (mark: FileMark?, paths: [String])] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter path: absolute path.
    package func description(_ path: String) -> Result<DescribedFile, CollectionError> {
        if let known = state.withLock({ $0.files[path] }), known.marks.allSatisfy({ FileMark($0.key) == $0.value }) {
            return known.result
        }
        let mark = FileMark(path)
        let result: Result<DescribedFile, CollectionError>
        do throws(CollectionError) { result = .success(try DescriptionReader.read(path: path)) } catch {
            result = .failure(error)
        }
        var marks: [String: FileMark?] = [path: mark]
        if case .success(let file) = result { for other in file.paths.dropFirst() { marks[other] = FileMark(other) } }
        state.withLock { [marks] in $0.files[path] = Known(marks: marks, result: result) }
        return result
    }

    /// The descriptions beside a request: in its folder, else in the nearest folder above it that has one.
    /// - Parameter root: the last folder that is looked into.
    package func paths(beside folder: String, upTo root: String) -> [String] {
        for folder in PathText.foldersUp(from: folder, to: root) {
            let found = paths(in: folder).filter { !DescriptionFinder.isNamedAsGraphQL($0) }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The GraphQL schemas in a folder.
    package func schemas(in folder: String) -> [String] { paths(in: folder).filter(DescriptionFinder.isNamedAsGraphQL) }

    private func paths(in folder: String) -> [String] {
        let mark = FileMark(folder)
        if let known = state.withLock({ $0.folders[folder] }), known.mark == mark { return known.paths }
        var paths: [String] = []
        // One for each kind: many queries of GraphQL must not keep descriptions from being looked at.
        var (descriptions, schemas) = (DescriptionFinder(), DescriptionFinder())
        if case .success(let names) = DiskFile.names(in: folder) {
            for name in names.sorted() {
                let isOne =
                    DescriptionFinder.isNamedAsGraphQL(name)
                    ? schemas.isDescription(name, in: folder) : descriptions.isDescription(name, in: folder)
                if isOne { paths.append(PathText.join(folder, name)) }
            }
        }
        state.withLock { [paths] in $0.folders[folder] = (mark, paths) }
        return paths
    }
}
