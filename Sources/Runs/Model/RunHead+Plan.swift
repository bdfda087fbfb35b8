import HTTPFormat
import NetEngine
import Workspace

extension RunHead.Request {
    /// A step of a plan.
    /// - Parameter secrets: what is masked in its address.
    package init(_ step: SendPlan.Step, secrets: SentSecrets = SentSecrets([])) {
        let request = step.request
        // Of a request that must not be logged (# @no-log), no recording has the address.
        let isMade = (request.name ?? "").isEmpty && (request.title ?? "").isEmpty
        let isLogged = request.settings.logs
        self.init(
            file: step.file.relativePath, line: step.sourceLine,
            id: isLogged || !isMade ? request.id : "\(request.method) at line \(step.sourceLine)",
            method: request.method,
            url: isLogged ? secrets.hidden(url: request.target) : "", tags: request.settings.tags, needs: step.needs,
            turn: step.turn == nil ? nil : step.turnText, isDisabled: request.settings.isDisabled,
            reason: step.reason.text)
    }
}

extension RunHead {
    /// The same for runs that sent the same requests with the same environment.
    package var plan: String { Self.planHash(requests) + (environment.map { " \($0)" } ?? "") }

    /// Identifies a plan: the same requests in the same order, whatever is on their lines.
    /// - Parameter parts: how it is split.
    package static func planHash(_ requests: [Request], parts: [[Int]] = []) -> String {
        var text = parts.map { $0.map(String.init).joined(separator: ",") }.joined(separator: ";")
        for request in requests {
            text += [request.file, request.id, request.method, request.url, request.turn ?? ""].joined(
                separator: "\u{1F}")
            text += "\u{1E}" + request.needs.map(String.init).joined(separator: ",") + "\u{1D}"
        }
        return Hexadecimal.text(Array(SHA256.hash(Array(text.utf8)).prefix(8)))
    }
}
