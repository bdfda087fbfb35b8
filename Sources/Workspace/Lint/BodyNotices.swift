import Base
import HTTPFormat
import NetEngine

/// E14: a body with which its request cannot be sent (HTTP-FORMAT §8), as far as that is known before its variables have values.
enum BodyNotices {
    /// - Parameters:
    ///   - request: of a curl command the request that it makes.
    ///   - readsFiles: whether the files of the body are there; without them only the method is checked.
    ///   - resolution: counts what its values add up to.
    ///   - isOpen: whether a variable may have another value when the request is sent.
    static func notices(
        _ request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context, readsFiles: Bool,
        _ resolution: inout VariableResolution, isOpen: (String) -> Bool
    ) -> [Notice] {
        guard request.unsupported == nil else { return [] }
        // What the schema of a GraphQL request does not allow is A2.
        let assembly = BodyAssembly(request: request, file: file, context: context, isOnlyChecked: true)
        let lines = assembly.sentLines()
        guard !lines.isEmpty || request.graphQL != nil else { return [] }
        var notices = lines.isEmpty ? [] : [methodNotice(request)].compactMap(\.self)
        // The name of a file that has variables is known only when it is sent.
        let isKnown = !lines.contains { assembly.insertedFile($0)?.contains(bytes: "{{") == true }
        if readsFiles, isKnown, let refused = refusal(request, assembly, &resolution, isOpen) {
            notices.append(refused)
        }
        return notices
    }

    /// Looks up what the files of `<@ path` refer to. What has no value is reported at the line that names the file, with the
    /// file in the reason, as when the request is sent. A file whose path has variables is known only then.
    static func evaluateIncluded(
        _ request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context,
        _ resolution: inout VariableResolution
    ) {
        guard request.unsupported == nil else { return }
        let assembly = BodyAssembly(request: request, file: file, context: context)
        for (line, text) in assembly.includedTexts(resolution.dynamic) {
            guard let path = assembly.fixedInsertedFile(line - 1) else { continue }
            let place = VariableResolution.Place(line: line, remark: " (in \(path))")
            // A large file may name the same thing in each line.
            var seen: Set<String> = []
            for expression in ReferenceText.expressions(in: text) where seen.insert(expression).inserted {
                _ = resolution.evaluate(expression, place)
            }
        }
    }

    /// Of a method that takes no body.
    private static func methodNotice(_ request: SavedRequest) -> Notice? {
        guard HTTPMethod(request.method) != nil else { return nil }
        var draft = RequestDraft(method: request.method, url: KnownParts.anyURL)
        draft.body = .bytes([0])
        return RequestResolver.buildProblem(draft).map { notice($0, line: request.line) }
    }

    private static func refusal(
        _ request: SavedRequest, _ assembly: BodyAssembly, _ resolution: inout VariableResolution,
        _ isOpen: (String) -> Bool
    ) -> Notice? {
        let type = request.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }
        var contentType: String?
        if let type { contentType = resolution.expand(type.value, line: type.line) }
        guard resolution.isComplete else { return nil }
        do throws(RequestResolver.Refusal) {
            _ = try assembly.body(contentType: contentType, &resolution)
            return nil
        } catch {
            guard !resolution.uses.contains(where: { isOpen($0.name) }) else { return nil }
            // The values of its items are known when it runs.
            if case .items? = request.loop?.over, !resolution.uses.isEmpty { return nil }
            let isSecret = resolution.uses.contains(where: \.isSecret)
            return notice(
                isSecret ? "The body cannot be sent with the values of its variables" : error.clause, line: error.line)
        }
    }

    private static func notice(_ text: String, line: Int) -> Notice {
        Notice(id: "E14", severity: .error, line: line, text: text.withoutFullStop)
    }
}
