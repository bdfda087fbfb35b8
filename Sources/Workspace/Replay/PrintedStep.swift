import HTTPFormat
import NetEngine

/// Steps as commands print them without `--reveal`, and as recordings have them: a request without a name is shown by its method and target, and the
/// target may contain a login or a key.
extension SendPlan.Step {
    package var printed: SendPlan.Step {
        var step = self
        let isMade = (request.name ?? "").isEmpty && (request.title ?? "").isEmpty
        if isMade { step.request.id = Self.printed(id: request.id) }
        switch reason {
        case .asked: break
        case .dependency(let id, let line, let isForced):
            step.reason = .dependency(of: Self.printed(id: id), line: line, isForced: isForced)
        case .reference(let id, let line, let text):
            step.reason = .reference(of: Self.printed(id: id), line: line, text: text)
        }
        return step
    }

    /// - Parameter id: a name, or a method and a target.
    private static func printed(id: String) -> String {
        let method = id.prefix { $0 != " " }
        guard method.count < id.count, HTTPMethod(String(method)) != nil else { return id }
        let target = id.dropFirst(method.count + 1)
        return "\(method) \(SentSecrets([]).hidden(url: String(target)))"
    }
}
