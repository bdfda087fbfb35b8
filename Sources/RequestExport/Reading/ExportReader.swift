import Base
import HTTPFormat
import NetEngine
import Workspace

/// Makes a request ready to be exported: resolves it with marks for what stays a variable, and hides its secrets.
package struct ExportReader: Sendable {
    /// Why a request cannot be exported: one sentence with its place.
    package struct Refusal: Error, Sendable, Hashable {
        package var sentence: String
    }

    private static let mostPasses = 8

    private let resolver: RequestResolver
    private let kind: ExportKind
    private let reveals: Bool
    private let marks: TextMarks

    /// - Parameter reveals: whether secrets are written as they are.
    package init(
        _ kind: ExportKind, reveals: Bool, resolver: RequestResolver = RequestResolver(), marks: TextMarks = TextMarks()
    ) {
        self.resolver = resolver
        self.kind = kind
        self.reveals = reveals
        self.marks = marks
    }

    package func read(
        _ request: SavedRequest, in file: CollectionFile, context: RequestResolver.Context
    ) throws(Refusal) -> ExportItem {
        var context = context
        context.isForExport = true
        // Nothing is sent, and private values are left out.
        if !reveals { context.address = nil }
        var texts: [(String, Int)] = []
        if request.loop != nil {
            texts.append(("It is exported once; '# @loop' is left out.", request.loop?.line ?? request.line))
            if case .turns(let turns) = LoopReader(context: context).turns(of: request, in: file) {
                context.turn = turns.first
            }
        }
        var resolved: Resolved
        if kind.keepsVariables {
            do throws(Refusal) { resolved = try keepingAll(request, file, context) } catch {
                // A value may be needed to understand the request.
                resolved = try withValues(request, file, context)
                texts.append(
                    ("Its variables are written as values, because it cannot be read without them.", request.line))
            }
        } else {
            resolved = try withValues(request, file, context)
        }
        if kind == .postman { keepUnsent(in: &resolved, request, file, context) }
        var item = item(of: resolved, request, file)
        for (text, line) in texts {
            item.losses.append(ExportLoss(file: item.file, line: line, request: item.id, text: text))
        }
        if !kind.keepsVariables { try build(&item) }
        return item
    }

    // MARK: Resolving

    private struct Resolved {
        var draft: RequestDraft
        /// By the numbers of their marks.
        var marked: [VariableMarks.Variable]
        var origins: [String: ExportVariable.Origin] = [:]
        /// All variables that have a value.
        var uses: [VariableUse]
    }

    private func keepingAll(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) throws(Refusal) -> Resolved {
        let table = VariableMarks(marks) { _ in true }
        var marked = context
        marked.marks = table
        let uses = resolver.uses(of: request, in: file, context: context)
        switch resolver.resolve(request, in: file, context: marked) {
        case .draft(let draft, _):
            var origins: [String: ExportVariable.Origin] = [:]
            for name in secretNames(uses) { origins[name] = .secret }
            return Resolved(draft: draft, marked: table.variables, origins: origins, uses: uses)
        case let outcome: throw refusal(outcome, uses, request, file)
        }
    }

    /// Keeps the variables of what is switched off, which only Postman has, too. That holds for a request with values as well:
    /// nothing of these texts is needed to understand it.
    private func keepUnsent(
        in resolved: inout Resolved, _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) {
        let texts =
            request.parameters.filter { !$0.isEnabled }.map { (text: $0.value, line: $0.line) }
            + request.headers.filter { !$0.isEnabled }.map { (text: $0.value, line: $0.line) }
        guard !texts.isEmpty else { return }
        let table = VariableMarks(marks) { _ in true }
        var marked = context
        marked.marks = table
        let uses = resolver.uses(inUnsent: texts, of: request, in: file, context: context)
        _ = resolver.uses(inUnsent: texts, of: request, in: file, context: marked)
        let known = Set(resolved.marked)
        resolved.marked += table.variables.filter { !known.contains($0) }
        for name in secretNames(uses) { resolved.origins[name] = .secret }
        // What is sent comes last, because the last value of a name counts.
        resolved.uses = uses + resolved.uses
    }

    private func withValues(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) throws(Refusal) -> Resolved {
        var origins: [String: ExportVariable.Origin] = [:]
        if kind == .openapi { for name in Self.namesInPath(of: request) { origins[name] = .named } }
        var uses: [VariableUse] = resolver.uses(of: request, in: file, context: context)
        for _ in 0..<Self.mostPasses {
            let kept = Set(origins.keys)
            let table = kept.isEmpty ? nil : VariableMarks(marks) { kept.contains(Self.plain($0)) }
            var marked = context
            marked.marks = table
            let outcome = resolver.resolve(request, in: file, context: marked)
            uses += outcome.uses
            switch outcome {
            case .draft(let draft, _):
                let secrets = reveals ? [] : secretNames(outcome.uses).subtracting(kept)
                guard !secrets.isEmpty else {
                    return Resolved(draft: draft, marked: table?.variables ?? [], origins: origins, uses: uses)
                }
                for name in secrets { origins[name] = .secret }
            case .unresolved(let names, _):
                // What a response or a login gives is known only when the request is sent.
                let later = names.filter { $0.isKnownLater && origins[$0.name] == nil }
                guard later.count == names.count else { throw refusal(outcome, uses, request, file) }
                for name in later { origins[name.name] = name.laterOrigin }
            case .asks(let fields, _):
                let new = fields.filter { origins[$0.key] == nil }
                guard !new.isEmpty else { throw refusal(outcome, uses, request, file) }
                for field in new { origins[field.key] = .prompt }
            case .untrusted, .refused, .notLoggedIn: throw refusal(outcome, uses, request, file)
            }
        }
        throw Refusal(
            sentence: "\(file.relativePath):\(request.line): The variables of the request depend on too many others.")
    }

    /// The variables that are a whole segment of the path: parameters of the API.
    private static func namesInPath(of request: SavedRequest) -> [String] {
        let target = request.target
        let end = target.firstIndex(of: "?") ?? target.endIndex
        return target[..<end].split(separator: "/").dropFirst().compactMap { segment in
            guard segment.hasPrefix("{{"), segment.hasSuffix("}}"), !segment.dropFirst(2).contains(bytes: "{{") else {
                return nil
            }
            let name = segment.dropFirst(2).dropLast(2).drop { $0 == "%" || $0 == " " }
            return String(name).trimmingWhitespace()
        }
    }

    /// `{{$shared name}}` means the variable `name`.
    private static func plain(_ name: String) -> String {
        name.hasPrefix("$shared ") ? String(name.dropFirst(8).drop { $0 == " " }) : name
    }

    private func refusal(
        _ outcome: RequestResolver.Outcome, _ uses: [VariableUse], _ request: SavedRequest, _ file: CollectionFile
    ) -> Refusal {
        if case .notLoggedIn(let exchange, _) = outcome {
            let sentence = exchange.error?.sentence ?? "it cannot be resolved."
            return Refusal(sentence: "\(file.relativePath):\(request.line): \(sentence)")
        }
        let sentences = outcome.problems(uses, in: file, namesFlags: true).map { problem in
            let sentence = SentSecrets([], problem.privates).hidden(problem.sentence)
            return "\(file.relativePath):\(problem.line): \(sentence)" + (sentence.hasSuffix(".") ? "" : ".")
        }
        return Refusal(sentence: sentences.joined(separator: " "))
    }

    /// The names of the variables whose values must not be written.
    private func secretNames(_ uses: [VariableUse]) -> Set<String> {
        Set(uses.filter { $0.isKeptSecret }.map(\.name))
    }

    // MARK: The item

    private func item(of resolved: Resolved, _ request: SavedRequest, _ file: CollectionFile) -> ExportItem {
        var variables: [Int: ExportVariable] = [:]
        for (number, variable) in resolved.marked.enumerated() {
            let name = Self.plain(variable.name)
            variables[number] = ExportVariable(
                name: variable.name, origin: resolved.origins[name] ?? .named, isEncoded: variable.isEncoded)
        }
        let secrets = reveals ? [] : secretNames(resolved.uses)
        var known: Set<String> = []
        let values = resolved.uses.reversed().filter { known.insert($0.name).inserted && $0.source != .dynamic }
            .map {
                ExportValue(name: $0.name, value: secrets.contains($0.name) || !reveals && $0.isSecret ? nil : $0.value)
            }
        var item = ExportItem(
            file: file.relativePath, folder: file.folder, request: request, draft: resolved.draft, prepared: nil,
            marks: marks, variables: variables, values: values.reversed())
        item.beginsWithVariable = beginsWithVariable(item, resolved.uses)
        item.encodeLogins()
        if let value = item.draft.headers["Authorization"], let login = AuthorizationShorthand(value) {
            item.login = login
            item.draft.headers.remove("Authorization")
        }
        let type = ContentType(item.draft.headers["Content-Type"] ?? "")
        if type.isMultipart, request.curl == nil, let boundary = type.boundary {
            item.form = WrittenForm(request.body.text, boundary: boundary)
            if !reveals { item.form = item.form?.withoutSecrets }
        }
        item.parameters = request.parameters
        item.disabledHeaders = request.headers.filter { !$0.isEnabled }
        guard !reveals else { return item }
        var redaction = DraftRedaction(item, PrivateValues(resolved.uses))
        item.draft = redaction.hidden(item.draft)
        item.login = redaction.hidden(item.login)
        item.parameters = item.parameters.map { redaction.hidden($0) }
        item.disabledHeaders = item.disabledHeaders.map { redaction.hidden($0) }
        if redaction.count > 0 {
            let secrets = Formatting.count(redaction.count, "secret")
            item.losses.append(
                ExportLoss(
                    file: item.file, line: request.line, request: item.id,
                    text:
                        "\(secrets) written in the request \(redaction.count == 1 ? "is" : "are") hidden; --reveal writes \(redaction.count == 1 ? "it" : "them")."
                ))
        }
        return item
    }

    /// Whether the URL begins with a mark in the place of scheme and host.
    private func beginsWithVariable(_ item: ExportItem, _ uses: [VariableUse]) -> Bool {
        let prefix = "http://"
        guard item.request.target.hasPrefix("{{"), item.draft.url.hasPrefix(prefix),
            case .mark(let number)? = marks.pieces(of: Array(item.draft.url.dropFirst(prefix.count).utf8)).first,
            let variable = item.variables[number]
        else { return false }
        guard let value = uses.last(where: { $0.name == Self.plain(variable.name) })?.value else { return true }
        return value.contains(bytes: "://")
    }

    private func build(_ item: inout ExportItem) throws(Refusal) {
        do throws(EngineError) {
            item.prepared = try RequestBuilder(userAgent: ProgramVersion.userAgent).build(item.draft)
        } catch {
            let sentence = SentSecrets.revealed.hidden(item.written(error.sentence))
            throw Refusal(sentence: "\(item.file):\(item.request.line): \(sentence)")
        }
    }
}

extension UnresolvedVariable {
    /// Whether a response or a login gives it a value.
    fileprivate var isKnownLater: Bool { response != nil || token != nil }

    fileprivate var laterOrigin: ExportVariable.Origin { response.map { .response($0) } ?? .token }
}

extension VariableUse {
    /// Whether its own value is a secret; a variable that is made of one is not.
    fileprivate var isKeptSecret: Bool {
        switch source {
        case .dynamic: return false
        case .override, .prompt, .loop, .request, .dotEnv, .processEnvironment, .token:
            if isSecret { return true }
        case .environment(_, _, let isPrivate), .shared(_, let isPrivate): if isPrivate { return true }
        case .file, .imported: break
        }
        return SecretName.isSecret(name) && !value.isEmpty
    }
}
