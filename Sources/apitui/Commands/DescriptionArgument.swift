import Base
import Contract
import Workspace

/// A description that a command is given.
enum DescriptionArgument {
    /// An OpenAPI description or a GraphQL schema.
    static func file(_ path: String) throws(CommandFailure) -> DescribedFile {
        let absolute = PathText.normalised(path, workingDirectory: StandardInput.currentFolder)
        switch DescriptionLibrary.shared.description(absolute) {
        case .success(let described): return described
        case .failure(let error): throw CommandFailure(SafeText(LoadedCollections.fromHere(error.sentence)))
        }
    }

    /// An OpenAPI description.
    static func api(_ path: String) throws(CommandFailure) -> DescribedAPI {
        if let api = try file(path).api { return api }
        throw CommandFailure("\(path) is a GraphQL schema; an OpenAPI description is needed here.")
    }
}
