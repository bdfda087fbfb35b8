import Base
import HTTPFormat
import NetEngine

/// E13: `# @openapi` names a description that cannot be read, or an operation that it does not have. Every response then fails.
enum DescriptionLinkNotices {
    static func notice(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) -> Notice? {
        // What is outside of the collection is read where the user trusts it.
        guard let link = request.settings.contract,
            case .path(let path)? = RequestResolver.namedDescription(of: request, in: file, context),
            let check = RequestResolver().contract(of: request, in: file, context: context)
        else { return nil }
        let name = link.decoded.path ?? PathText.name(of: path)
        let reason: String
        if let subject = check.contract {
            guard case .failure(let error)? = subject.target(of: nil) else { return nil }
            reason = "\(name): \(error.reason)"
        } else if case .failure(let error) = check.check {
            reason =
                error.reason.hasPrefix(path) ? name + error.reason.dropFirst(path.count) : "\(name): \(error.reason)"
        } else {
            return nil
        }
        return Notice(
            id: "E13", severity: .error, line: link.line,
            text: "Nothing can be compared with this description: \(reason.withoutFullStop)")
    }
}
