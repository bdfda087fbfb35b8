import Base
import HTTPFormat
import NetEngine

/// Makes a draft from a saved request: replaces variables, reads body files, applies the metadata.
///
/// Input: a request of a file, environments, overrides. Output: a draft for `Engine.send`, or every name without a
/// value, or one sentence why it cannot be sent. Nothing is sent or written here.
package struct RequestResolver: Sendable {
    package var store = CollectionStore()
    package var dynamic = DynamicSources.live
    /// The budget for suggestions in error texts, shared by all requests; nil gives each request the standard one.
    package var reasons: ReasonBudget?

    package init(
        store: CollectionStore = CollectionStore(), dynamic: DynamicSources = DynamicSources.live,
        reasons: ReasonBudget? = nil
    ) {
        self.store = store
        self.dynamic = dynamic
        self.reasons = reasons
    }

    /// Everything outside the file that the replacement of variables uses.
    package struct Context: Sendable {
        package var root: String
        package var environments: EnvironmentSet
        /// nil if none is chosen; `$shared` still applies.
        package var environmentName: String?
        /// Overrides every other source: `base` of the demo, `--var name=value`.
        package var overrides: [String: String] = [:]
        /// Of the overrides, those that an earlier part of the same send had.
        var kept: [String: VariableUse] = [:]
        /// True if the operating system's environment and files outside of `root` may be read, and files be written. A
        /// collection from elsewhere must not do so until the user allows it.
        package var isTrusted = false
        /// Where the description was fetched from whose requests are resolved; nil if they are from the disk. Until it is trusted, its
        /// requests get no private value.
        package var address: WebAddress?
        /// The file's imports; nil for none.
        package var scope: RequestScope?
        /// Responses to other requests.
        package var memory = ResponseMemory()
        /// Requests of other files of the collection whose scripts set a variable, by its name. Filled by lint alone: `memory` has
        /// what was set.
        var setElsewhere: [String: UnsentRequest] = [:]
        /// The user's answers to the request's prompts, by `PromptField.key`.
        package var answers: [String: String] = [:]
        /// Tokens fetched already, by their names in `Security.Auth`.
        package var tokens: [TokenName: TokenValue] = [:]
        /// True to resolve prompted variables as if they had no prompt, to find the value to suggest.
        var ignoresPrompts = false
        /// The current repetition of a request with `# @loop`.
        package var turn: LoopTurn?
        /// True once the user gave up; polled while queries run on responses.
        package var isStopped: @Sendable () -> Bool = { false }
        /// True to choose the boundary of a multipart body when all of it is known, instead of using the one in its
        /// lines.
        var choosesBoundary = false
        /// True if advice should name flags of the command line instead of actions on the screen.
        package var namesFlags = false
        /// For requests without `# @no-cookie-jar`; nil keeps and sends no cookies.
        package var cookies: CookieJar?
        package var cache = CacheChoice()
        package var defaults = RequestDefaults()
        /// Names whose values are not looked up, because they get others until the request is sent.
        var awaited: Set<String> = []
        /// Which description responses are compared with if the request names none.
        package var contracts = ContractChoice.asWritten
        /// Whether what a description only warns of makes a request fail.
        package var isContractStrict = false
        /// Identifies the run that the requests are part of, for request logs.
        package var run: String?
        /// True if the request is not sent, so that it writes no file.
        package var isForExport = false
        /// Variables that get a mark instead of their values; nil if all get their values.
        package var marks: VariableMarks?

        package init(
            root: String, environments: EnvironmentSet, environmentName: String? = nil,
            overrides: [String: String] = [:], isTrusted: Bool = false, scope: RequestScope? = nil,
            memory: ResponseMemory = ResponseMemory(), answers: [String: String] = [:],
            tokens: [TokenName: TokenValue] = [:], ignoresPrompts: Bool = false, turn: LoopTurn? = nil,
            isStopped: @escaping @Sendable () -> Bool = { false }, choosesBoundary: Bool = false,
            namesFlags: Bool = false, cookies: CookieJar? = nil, cache: CacheChoice = CacheChoice(), run: String? = nil
        ) {
            self.root = root
            self.environments = environments
            self.environmentName = environmentName
            self.overrides = overrides
            self.isTrusted = isTrusted
            self.scope = scope
            self.memory = memory
            self.answers = answers
            self.tokens = tokens
            self.ignoresPrompts = ignoresPrompts
            self.turn = turn
            self.isStopped = isStopped
            self.choosesBoundary = choosesBoundary
            self.namesFlags = namesFlags
            self.cookies = cookies
            self.cache = cache
            self.run = run
        }
    }

    /// The result of resolving a request.
    package enum Outcome: Sendable {
        case draft(RequestDraft, uses: [VariableUse])
        /// Names without a value, in line order: nothing may be sent. `uses` are the variables that have a value.
        case unresolved([UnresolvedVariable], uses: [VariableUse])
        /// Everything else is resolved, but the collection must be trusted first.
        case untrusted([TrustNeed], uses: [VariableUse])
        /// Everything else is resolved, but the user must be asked these first, in this order.
        case asks([PromptField], uses: [VariableUse])
        /// A body file is missing, a target is empty…: one sentence with file:line. It may contain values of variables
        /// (`RequestResolver.uses`).
        case refused(sentence: String, line: Int)
        /// A token could not be fetched: an exchange that ended before anything was sent.
        case notLoggedIn(Exchange, uses: [VariableUse])

        /// The variables that have a value.
        package var uses: [VariableUse] {
            switch self {
            case .draft(_, let uses), .unresolved(_, let uses), .untrusted(_, let uses), .asks(_, let uses),
                .notLoggedIn(_, let uses):
                uses
            case .refused: []
            }
        }
    }

    /// Why a request cannot be sent, other than names without a value.
    struct Refusal: Error {
        var line: Int
        var clause: String

        func outcome(in file: CollectionFile) -> Outcome {
            .refused(sentence: "\(file.relativePath):\(line): \(clause)", line: line)
        }
    }

    /// - Parameter request: one of `file.document.requests`, unchanged.
    package func resolve(_ request: SavedRequest, in file: CollectionFile, context: Context) -> Outcome {
        var known: KnownParts?
        return resolve(request, in: file, context: context, known: &known)
    }

    /// - Parameter known: gets what is known of a request that cannot be sent yet, unless it is nil.
    func resolve(
        _ request: SavedRequest, in file: CollectionFile, context: Context, known: inout KnownParts?
    ) -> Outcome {
        if request.curl != nil { return resolveCurl(request, in: file, context: context, known: &known) }
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        return resolve(request, in: file, context, &resolution, known: &known)
    }

    /// The variables that a request uses, even if it is refused.
    package func uses(of request: SavedRequest, in file: CollectionFile, context: Context) -> [VariableUse] {
        let command = CommandRequest(request, in: file, context)
        var (request, file, context) = (request, file, context)
        if let command { (request, file, context) = (command.request, command.file, command.context) }
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        var known: KnownParts?
        _ = resolve(request, in: file, context, &resolution, known: &known)
        guard let command else { return resolution.uses }
        return resolution.uses.map { command.conversion.original($0) }
    }

    /// The variables of texts that are not sent with a request, such as the value of a header that is switched off. If the context
    /// has marks, those that are kept get theirs.
    package func uses(
        inUnsent texts: [(text: String, line: Int)], of request: SavedRequest, in file: CollectionFile, context: Context
    ) -> [VariableUse] {
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        for text in texts { _ = resolution.expand(text.text, line: text.line) }
        return resolution.uses
    }

    private func resolve(
        _ request: SavedRequest, in file: CollectionFile, _ context: Context, _ resolution: inout VariableResolution,
        known: inout KnownParts?
    ) -> Outcome {
        do throws(Refusal) {
            if let problem = file.problemSentence { throw Refusal(line: request.line, clause: problem) }
            if let unsupported = request.unsupported { throw Refusal(line: request.line, clause: unsupported + ".") }
            if let login = request.notices.first(where: { $0.id == ForeignLogin.id }) {
                throw Refusal(line: login.line, clause: login.text + ".")
            }
            guard request.index < file.document.requests.count,
                file.document.requests[request.index].lines == request.lines
            else { throw Refusal(line: request.line, clause: "The file has changed; choose the request again.") }
            askPrompts(&resolution)
            // What is written in it, such as a login, would go where the environments of this collection say.
            if !context.isTrusted, file.isLinked(outOf: context.root) {
                resolution.need(.fileOutside(file.relativePath), line: request.line)
            }
            if let output = request.outputFile, !context.isForExport {
                if !context.isTrusted { resolution.need(.outputFile(output.path), line: output.line) }
                lookUpNames(of: output, UnsentRequest(file: file.path, id: request.id), &resolution)
            }
            let headers = try headers(request, in: file.document, &resolution)
            let target = Result { () throws(Refusal) in
                try TargetAssembly(request: request, document: file.document)
                    .url(headers: headers.fields, isHostKnown: headers.isKnown("Host"), &resolution)
            }
            let proxy = proxy(of: request, in: file.document, &resolution)
            let (secretsBefore, failuresBefore) = (resolution.secretUses, resolution.failures)
            let body = Result { () throws(Refusal) in
                try BodyAssembly(request: request, file: file, context: context)
                    .body(contentType: headers.fields["Content-Type"], &resolution)
            }
            // How a body is read depends on its type.
            let isBodyKnown = resolution.failures == failuresBefore && headers.isKnown("Content-Type")
            let certificate = Result { () throws(Refusal) in
                try CertificateChoice(request: request, file: file, context: context).certificate(&resolution)
            }
            // A name without a value causes most other errors, so it is reported first.
            if let outcome = incomplete(resolution) {
                guard known != nil else { return outcome }
                let bodyRefusal = headers.isKnown("Content-Type") ? body.refusal : nil
                let refusals = [headers.refusal, target.refusal, bodyRefusal, certificate.refusal]
                known = knownParts(
                    of: request, in: file, context, resolution, headers, target.value, isBodyKnown ? body.value : nil,
                    proxy, refusals: refusals.compactMap(\.self))
                return outcome
            }
            let url = try target.get()
            let assembled = try body.get()
            var options = options(request, proxy, context)
            if let certificate = try certificate.get() { options.tls.clientCertificate = certificate }
            // In a body that is a file, only the path can contain a value.
            if case .bytes = assembled.body { options.bodyIsSecret = resolution.secretUses > secretsBefore }
            options.log = RequestLogOptions(request, in: file, context, uses: resolution.uses)
            return .draft(makeDraft(request, headers.fields, url, assembled, options), uses: resolution.uses)
        } catch {
            return error.outcome(in: file)
        }
    }

    /// What is known of a request of which something has no value.
    /// - Parameters:
    ///   - target: nil if it is refused.
    ///   - body: nil if it is refused, or not all of it is known.
    ///   - proxy: nil if there is none, or not all of it is known.
    private func knownParts(
        of request: SavedRequest, in file: CollectionFile, _ context: Context, _ resolution: VariableResolution,
        _ headers: WrittenHeaders, _ target: TargetAssembly.Target?, _ body: BodyAssembly.Assembled?,
        _ proxy: ProxyChoice?, refusals: [Refusal]
    ) -> KnownParts {
        let url = target.flatMap { $0.text.isEmpty ? nil : $0 }
        var draft = makeDraft(
            request, headers.known, url ?? TargetAssembly.Target(text: KnownParts.anyURL), body,
            options(request, proxy, context))
        draft.options.log = RequestLogOptions(request, in: file, context, uses: resolution.uses)
        return KnownParts(
            asks: resolution.asks, needs: resolution.needs, refusals: refusals, draft: draft, hasURL: url != nil)
    }

    /// - Parameter body: nil if it is not known.
    private func makeDraft(
        _ request: SavedRequest, _ headers: HeaderFields, _ url: TargetAssembly.Target,
        _ body: BodyAssembly.Assembled?, _ options: RequestOptions
    ) -> RequestDraft {
        var headers = sent(headers, of: request, url: url, contentType: body?.contentType)
        // They have a meaning with a body only.
        if body == nil { for name in ["Transfer-Encoding", "Content-Length"] { headers.remove(name) } }
        return RequestDraft(
            method: request.sentMethod, url: url.text,
            target: url.isServer ? .server : .resource, headers: headers, body: body?.body ?? .none, options: options)
    }

    /// The file for the body of a response (`>> path`); called when the response has arrived.
    ///
    /// - Parameter uses: the variables of that send, because a name has one value for the whole send.
    package func responseFile(
        _ output: SavedRequest.OutputFile, of request: SavedRequest, in file: CollectionFile, context: Context,
        uses: [VariableUse]
    ) -> Result<ResponseFile, CollectionError> {
        let context = context.keeping(uses)
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: dynamic, reasons: reasons ?? ReasonBudget())
        let path = resolution.expand(output.path, line: output.line)
        guard resolution.isComplete, context.isTrusted else {
            let reason =
                resolution.unresolved.first.map { "{{\($0.name)}}: \($0.reason)" } ?? "the collection is not trusted"
            return .failure(
                CollectionError(
                    sentence: "\(file.relativePath):\(output.line): The response was not written: \(reason).")
            )
        }
        return .success(
            ResponseFile(
                path: path, overwrites: output.overwrites, folder: file.folder, root: context.root,
                uses: resolution.uses))
    }

    /// Looks up the names in the path of a response's file: once the request is sent, it is too late to say that one has no value.
    /// - Parameter request: whose response is written; what its path takes from that response is known only then.
    private func lookUpNames(
        of output: SavedRequest.OutputFile, _ request: UnsentRequest, _ resolution: inout VariableResolution
    ) {
        for expression in ReferenceText.expressions(in: output.path) {
            var trial = resolution
            trial.usesMarks = false
            _ = trial.evaluate(expression, VariableResolution.Place(line: output.line))
            let isOwn =
                trial.unresolved.dropFirst(resolution.unresolved.count).contains { $0.unsent == request }
                || trial.uses.dropFirst(resolution.uses.count).contains { $0.source == .request(id: request.id) }
            guard !isOwn else { continue }
            trial.usesMarks = resolution.usesMarks
            resolution = trial
        }
    }

    /// Collects all prompts of a request, used or not; the form suggests the value that the variable would have
    /// otherwise.
    func askPrompts(_ resolution: inout VariableResolution) {
        guard !resolution.request.prompts.isEmpty else { return }
        var plain = resolution.context
        plain.ignoresPrompts = true
        var trial = VariableResolution(
            resolution.request, in: resolution.scope.files[0], context: plain, dynamic: dynamic,
            reasons: reasons ?? ReasonBudget())
        for prompt in resolution.request.prompts {
            let name = prompt.variable
            guard resolution.context.overrides[name] == nil, resolution.context.answers[name] == nil,
                resolution.context.marks?.keeps(name) != true
            else { continue }
            let secretUses = trial.secretUses
            let initial = trial.valueIfAny(name, line: resolution.request.line)
            var field = PromptField(prompt, initial: initial, request: resolution.request.id)
            if trial.secretUses != secretUses || resolution.isPrivateValueWithheld(name) { field.isSecret = true }
            resolution.ask(field, VariableResolution.Place(line: prompt.line))
        }
    }

    private func incomplete(_ resolution: VariableResolution) -> Outcome? {
        guard !resolution.isComplete else { return nil }
        // The missing value may be in a file that must not be read.
        let imports = resolution.scope.problems.compactMap(\.need)
        if !resolution.unresolved.isEmpty, !imports.isEmpty {
            return .untrusted(imports + resolution.needs, uses: resolution.uses)
        }
        if !resolution.unresolved.isEmpty {
            return .unresolved(
                resolution.unresolved.sorted { ($0.line, $0.name) < ($1.line, $1.name) }, uses: resolution.uses)
        }
        if !resolution.needs.isEmpty { return .untrusted(resolution.needs, uses: resolution.uses) }
        return .asks(resolution.asks, uses: resolution.uses)
    }

    // MARK: metadata

    /// The proxy with its variables replaced; nil if the program decides, or while something in it has no value, which `resolution`
    /// says then.
    private func proxy(
        of request: SavedRequest, in document: HTTPDocument, _ resolution: inout VariableResolution
    ) -> ProxyChoice? {
        guard case .url(let text)? = request.settings.proxy else { return request.settings.proxy }
        let failures = resolution.failures
        let url = resolution.expandProxy(text, line: document.proxyLine(of: request) ?? request.line)
        return resolution.failures == failures ? .url(url) : nil
    }

    private func options(_ request: SavedRequest, _ proxy: ProxyChoice?, _ context: Context) -> RequestOptions {
        var options = RequestOptions(
            followRedirects: request.settings.followRedirects,
            maxBodyBytes: request.settings.maxBody ?? context.defaults.maxBody ?? .max, spooling: SpoolFolders.spooling,
            verifiesTLS: request.settings.verifiesTLS
                && !context.environments.skipsCertificateCheck(in: context.environmentName),
            expects: request.graphQL != nil && request.settings.expects == .anything
                ? .graphQL : request.settings.expects)
        if !request.settings.autoEncodes { options.sendsURLAsWritten = true }
        options.cacheMode = context.cache.mode(of: request)
        if request.settings.usesCookieJar { options.cookieJar = context.cookies }
        if let proxy { options.proxy = proxy }
        if let retries = request.settings.retries {
            options.retry = retries > 0 ? .afterLoss(retries: retries) : nil
        }
        if let timeout = request.settings.timeout ?? context.defaults.timeout { options.timeouts.total = timeout }
        if let timeout = request.settings.connectTimeout ?? context.defaults.connectTimeout {
            options.timeouts.limitConnecting(to: timeout)
        }
        switch request.httpVersion?.lowercased() {
        case "1.0": options.httpVersion = .http1_0
        case "1.1", "1": options.httpVersion = .http1_1
        case "2", "2.0": options.httpVersion = .http2
        case let version? where version.hasSuffix("(prior knowledge)"): options.httpVersion = .http2PriorKnowledge
        default: options.httpVersion = .automatic
        }
        return options
    }
}

extension Result where Failure == RequestResolver.Refusal {
    fileprivate var value: Success? { try? get() }

    /// nil if it is a value.
    fileprivate var refusal: RequestResolver.Refusal? {
        if case .failure(let refusal) = self { refusal } else { nil }
    }
}
