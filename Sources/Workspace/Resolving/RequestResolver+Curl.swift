import HTTPFormat
import NetEngine

/// The request that a curl command makes, with its file and context.
struct CommandRequest {
    let request: SavedRequest
    /// With its commands written out.
    let file: CollectionFile
    let context: RequestResolver.Context
    let conversion: CurlConversion

    /// nil if the request is not a curl command, or one that makes no request.
    init?(_ request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context) {
        guard request.curl != nil else { return nil }
        let scope = context.scope.flatMap { $0.files[0].document == file.document ? $0 : nil } ?? RequestScope(file)
        guard let curl = scope.convertedCurl else { return nil }
        self.init(request, in: file, context, curl)
    }

    /// - Parameter curl: the file with its commands written out, and the scope of that.
    init?(
        _ request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context,
        _ curl: (CurlConversion, RequestScope)
    ) {
        let (conversion, scope) = curl
        guard let written = conversion.request(of: request) else { return nil }
        var converted = file
        converted.document = conversion.document
        var context = context
        context.scope = scope
        context.choosesBoundary = request.isCurlForm
        (self.request, self.file, self.context, self.conversion) = (written, converted, context, conversion)
    }
}

extension CurlConversion {
    /// The use of a variable with the line of the file.
    func original(_ use: VariableUse) -> VariableUse {
        guard case .file(let line) = use.source else { return use }
        var use = use
        use.source = .file(line: original(line))
        return use
    }
}

/// Resolves a curl command as the request that it makes, and reports lines of the file.
extension RequestResolver {
    func resolveCurl(
        _ request: SavedRequest, in file: CollectionFile, context: Context, known: inout KnownParts?
    ) -> Outcome {
        guard let command = CommandRequest(request, in: file, context) else {
            let clause = request.unsupported ?? "This curl command cannot be written as a request; edit the file"
            return .refused(sentence: "\(file.relativePath):\(request.line): \(clause).", line: request.line)
        }
        /// The line of the file for a line of the converted document.
        func original(_ line: Int) -> Int { command.conversion.original(line) }
        func original(_ use: VariableUse) -> VariableUse { command.conversion.original(use) }
        func original(_ need: TrustNeed) -> TrustNeed {
            guard need.file == file.relativePath else { return need }
            var need = need
            need.line = original(need.line)
            return need
        }
        func original(_ field: PromptField) -> PromptField {
            var field = field
            field.line = original(field.line)
            return field
        }
        defer {
            if let parts = known {
                known?.asks = parts.asks.map { original($0) }
                known?.needs = parts.needs.map { original($0) }
                known?.refusals = parts.refusals.map { Refusal(line: original($0.line), clause: $0.clause) }
            }
        }
        switch resolve(command.request, in: command.file, context: command.context, known: &known) {
        case .draft(var draft, let uses):
            draft.options.log?.line = request.line
            return .draft(draft, uses: uses.map(original))
        case .unresolved(let names, let uses):
            let names = names.map { name in
                var name = name
                name.line = original(name.line)
                return name
            }
            return .unresolved(names, uses: uses.map(original))
        case .untrusted(let needs, let uses):
            return .untrusted(needs.map { original($0) }, uses: uses.map(original))
        case .asks(let fields, let uses):
            return .asks(fields.map { original($0) }, uses: uses.map(original))
        case .refused(let sentence, let line):
            let place = "\(file.relativePath):\(line):"
            let rest = sentence.hasPrefix(place) ? String(sentence.dropFirst(place.count)) : " " + sentence
            let line = original(line)
            return .refused(sentence: "\(file.relativePath):\(line):\(rest)", line: line)
        case .notLoggedIn(let exchange, let uses): return .notLoggedIn(exchange, uses: uses.map(original))
        }
    }
}
