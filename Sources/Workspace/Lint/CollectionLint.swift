import Base
import HTTPFormat
import NetEngine

/// Finds everything that can be found in a collection before anything is sent: notices of the parser, names without a
/// value, broken references and imports, missing body files.
///
/// Input: parsed files, and the context of each. Output: findings in the order of files and lines.
package struct CollectionLint: Sendable {
    /// The context of a file; lint never treats a collection as trusted.
    package var context: @Sendable (CollectionFile) -> RequestResolver.Context
    /// nil checks against all environments: a name has a value if any of them defines it.
    package var environment: String?

    package init(context: @escaping @Sendable (CollectionFile) -> RequestResolver.Context, environment: String? = nil) {
        self.context = context
        self.environment = environment
    }

    package func findings(in files: [CollectionFile]) -> [LintFinding] {
        var setters: [String: [String: UnsentRequest]] = [:]
        // Each is built once: that reads environments and imports.
        var contexts: [String: RequestResolver.Context] = [:]
        for file in files where file.document.requests.contains(where: { !$0.captures.isEmpty }) {
            let context = context(file)
            let root = context.root
            contexts[file.path] = context
            for request in file.document.requests {
                for capture in request.captures where setters[root]?[capture.variable] == nil {
                    setters[root, default: [:]][capture.variable] = UnsentRequest(
                        file: file.relativePath, id: request.id)
                }
            }
        }
        var findings: [LintFinding] = []
        for file in files { findings += self.findings(in: file, contexts.removeValue(forKey: file.path), setters) }
        return findings
    }

    /// The findings in the environment files that apply to any of the files; each once, with its whole path.
    package func environmentFindings(_ files: [CollectionFile]) -> [LintFinding] {
        var folders: Set<String> = []
        var seen: Set<EnvironmentSet.Remark> = []
        var findings: [LintFinding] = []
        var git = GitNotices()
        for file in files where folders.insert(file.environmentKey).inserted {
            let environments = context(file).environments
            for remark in environments.remarks where seen.insert(remark).inserted {
                // A file that git ignores is not published, whatever its name.
                if remark.id == "N20", git.isIgnored(remark.file) { continue }
                findings.append(
                    LintFinding(
                        file: remark.file, line: remark.line, id: remark.id, severity: remark.severity,
                        text: remark.text))
            }
            findings += git.findings(environments)
        }
        return findings.sorted { ($0.file, $0.line, $0.text) < ($1.file, $1.line, $1.text) }
    }

    /// The findings of a file that is looked at alone.
    package func findings(in file: CollectionFile) -> [LintFinding] { findings(in: [file]) }

    /// - Parameters:
    ///   - known: the context of the file; nil if it is still to be built.
    ///   - setters: requests whose scripts set a variable, by the root of their collection and its name.
    private func findings(
        in file: CollectionFile, _ known: RequestResolver.Context?, _ setters: [String: [String: UnsentRequest]]
    ) -> [LintFinding] {
        if let problem = file.problem {
            return [LintFinding(problem, of: file)]
        }
        if let described = file.described { return DescriptionFindings.findings(in: file, of: described) }
        var context = known ?? context(file)
        context.setElsewhere = setters[context.root] ?? [:]
        let document = file.document
        var notices = document.notices
        notices += EnvironmentNotices.notices(document, context.environments, environment: environment)
        notices += (context.scope?.problems ?? []).filter { $0.file == file.relativePath }.map {
            Notice(id: "E8", severity: .error, line: $0.line, text: "The import is not read: \($0.reason)")
        }
        notices += plan(file, context)
        var progress = Progress()
        let curl =
            document.requests.contains { $0.curl != nil } ? (context.scope ?? RequestScope(file)).convertedCurl : nil
        for request in document.requests {
            let sent = SentRequest(request, file, context, curl)
            let missing = sent.map { $0.original(bodyFiles($0)) } ?? []
            notices += names(request, file, context, &progress, sent, hasFiles: missing.isEmpty) + missing
            notices += SchemaNotices.notices(request, file, context)
            notices += [DescriptionLinkNotices.notice(request, file, context)].compactMap(\.self)
        }
        var seen: Set<Notice> = []
        return notices.filter { seen.insert($0).inserted }
            .sorted { ($0.line, $0.id, $0.text) < ($1.line, $1.id, $1.text) }
            .map { LintFinding($0, in: file.relativePath) }
    }

    /// A request as it is sent: a curl command is the request that it makes.
    private struct SentRequest {
        var request: SavedRequest
        var file: CollectionFile
        var context: RequestResolver.Context
        private var conversion: CurlConversion?

        /// - Parameter curl: the file with its curl commands written as requests; nil if it has none.
        /// - Returns: nil for a curl command that makes no request.
        init?(
            _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context,
            _ curl: (CurlConversion, RequestScope)?
        ) {
            (self.request, self.file, self.context) = (request, file, context)
            guard request.curl != nil else { return }
            guard request.unsupported == nil, let curl,
                let command = CommandRequest(request, in: file, context, curl)
            else { return nil }
            (self.request, self.file, self.context) = (command.request, command.file, command.context)
            conversion = command.conversion
        }

        /// Notices of it with the lines of the file.
        func original(_ notices: [Notice]) -> [Notice] {
            guard let conversion else { return notices }
            return notices.map { notice in
                var notice = notice
                notice.line = conversion.original(notice.line)
                return notice
            }
        }

        /// What its values are looked up with, before any was.
        /// - Parameter known: the same of the request as it is written.
        func resolution(_ known: VariableResolution) -> VariableResolution {
            guard conversion != nil else { return known }
            var context = context
            context.turn = known.context.turn
            var resolution = VariableResolution(
                request, in: file, context: context, dynamic: known.dynamic, reasons: known.reasons)
            resolution.logins = known.logins
            return resolution
        }
    }

    // MARK: dependencies

    /// `# @ref` to a missing request, to several, or in a cycle.
    private func plan(_ file: CollectionFile, _ context: RequestResolver.Context) -> [Notice] {
        guard file.document.requests.contains(where: { !$0.dependencies.isEmpty || $0.loop != nil }) else { return [] }
        let planner = SendPlanner(references: .asTheyStand) { $0.path == file.path ? context : self.context($0) }
        return planner.plan(file.document.requests.map { (file, $0) }).steps.compactMap { step in
            guard step.file.path == file.path, let problem = step.problem else { return nil }
            return Notice(id: "E7", severity: .error, line: problem.line, text: problem.reason)
        }
    }

    // MARK: names

    /// State that one request of a file passes on to the next.
    private struct Progress {
        let reasons = ReasonBudget()
        var logins: [String: [[String]: EnvironmentSet.Variable]]?
        /// The bytes of all values inserted so far.
        var expandedBytes = 0
        var environments: EnvironmentNames?
    }

    /// The limit for the values inserted by all requests of a file; each request builds its values again.
    static let maxExpandedBytes = 1 << 30

    /// - Parameters:
    ///   - sent: the request as it is sent; nil if it cannot be.
    ///   - hasFiles: whether the files of its body exist.
    private func names(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context,
        _ progress: inout Progress, _ sent: SentRequest?, hasFiles: Bool
    ) -> [Notice] {
        guard progress.expandedBytes <= Self.maxExpandedBytes else { return [] }
        var notices = loopList(request, file, context, &progress)
        var context = context
        if let loop = request.loop {
            // What a repetition provides is available when it runs.
            context.turn = LoopTurn(index: 0)
            if case .items(let variable, _) = loop.over {
                context.turn?.item = LoopTurn.Item(variable: variable, value: "{}")
            }
        }
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: .live, reasons: progress.reasons)
        resolution.logins = progress.logins
        let document = file.document
        let proxyLine = document.proxyLine(of: request)
        let fresh = resolution
        document.bytes.withUnsafeBufferPointer { buffer in
            for line in request.lines.lowerBound - 1..<request.lines.upperBound - 1 {
                switch document.kinds[line] {
                case .requestLine, .targetContinuation, .header, .headerContinuation, .body, .output, .curl: break
                case .metadata where line + 1 == proxyLine: break
                default: continue
                }
                let text = LineText(buffer, document.lines.content(line))
                for expression in ReferenceText.expressions(in: text) {
                    let bytes = Array(expression.utf8)
                    // N8 reports these already.
                    guard !bytes.withUnsafeBufferPointer({ LineSyntax.isExpression(LineText($0, 0..<$0.count)) }) else {
                        continue
                    }
                    _ = resolution.evaluate(expression, VariableResolution.Place(line: line + 1))
                }
            }
        }
        BodyNotices.evaluateIncluded(request, in: file, context, &resolution)
        progress.logins = resolution.logins
        progress.expandedBytes += resolution.expandedBytes
        notices += resolution.unresolved.filter { $0.token == nil }
            .compactMap { notice($0, request, context, &progress.environments) }
        let target = TargetNotices.notice(request, &resolution) {
            guard environment == nil else { return false }
            let names = progress.environments ?? EnvironmentNames(context.environments)
            progress.environments = names
            return names.known.contains("host")
        }
        func isOpen(_ name: String) -> Bool {
            // Without a chosen environment any of them may be meant.
            environment == nil
                && context.environments.names.contains { context.environments.variables[$0]?[name] != nil }
        }
        if let target {
            notices.append(target)
        } else if resolution.isComplete || !request.target.contains(bytes: "{{") {
            let unsendable = TargetNotices.unsendable(request, in: document, fresh, isOpen: isOpen)
            if let unsendable { notices.append(unsendable) }
        }
        var ofProxy = fresh
        notices += [ProxyNotices.notice(request, proxyLine, &ofProxy, isOpen: isOpen)].compactMap(\.self)
        progress.expandedBytes += ofProxy.expandedBytes
        if let sent {
            var ofBody = sent.resolution(fresh)
            var ofHeaders = ofBody
            let body = BodyNotices.notices(
                sent.request, in: sent.file, sent.context, readsFiles: hasFiles, &ofBody, isOpen: isOpen)
            let headers = HeaderNotices.notices(sent.request, in: sent.file, &ofHeaders, isOpen: isOpen)
            let login = LoginNotices.unknownRegion(
                sent.request, in: sent.file.document, sent.resolution(fresh), isOpen: isOpen)
            notices += sent.original(body + headers + [login].compactMap(\.self))
            progress.expandedBytes += ofBody.expandedBytes + ofHeaders.expandedBytes
        }
        notices += LoginNotices.notices(resolution.unresolved) + LoginNotices.refusals(request, &resolution)
        if progress.expandedBytes > Self.maxExpandedBytes {
            notices.append(
                Notice(
                    id: "E12", severity: .error, line: request.line,
                    text: "The values of this file's variables add up to more than "
                        + "\(Self.maxExpandedBytes >> 20) MiB in its requests; names below this request are not checked"
                ))
        }
        return notices
    }

    /// The list of `# @loop for x of list`, which is looked up before there is an element.
    private func loopList(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context, _ progress: inout Progress
    ) -> [Notice] {
        guard let loop = request.loop, case .items(_, let list) = loop.over else { return [] }
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: .live, reasons: progress.reasons)
        resolution.logins = progress.logins
        _ = resolution.evaluate(list, VariableResolution.Place(line: loop.line))
        progress.expandedBytes += resolution.expandedBytes
        return resolution.unresolved.filter { $0.token == nil }
            .compactMap { notice($0, request, context, &progress.environments) }
    }

    /// What all environments together define.
    private struct EnvironmentNames {
        /// Names with a value in any of them.
        var known: Set<String> = []
        /// For the other names, why they have no value.
        var reasons: [String: String] = [:]
        /// The logins of all environments, and those that exist without one being chosen.
        var logins: Set<String> = []
        var sharedLogins: Set<String> = []

        init(_ environments: EnvironmentSet) {
            for name in environments.names + [EnvironmentSet.shared] {
                for (name, variable) in environments.variables[name] ?? [:] {
                    countWork(1)
                    if variable.value != nil { known.insert(name) }
                    if variable.value == nil, reasons[name] == nil {
                        reasons[name] = variable.reason ?? "its value cannot be read"
                    }
                }
                if name != EnvironmentSet.shared { logins.formUnion(environments.authEntries(in: name).keys) }
            }
            sharedLogins = Set(environments.authEntries(in: nil).keys)
        }
    }

    private func notice(
        _ variable: UnresolvedVariable, _ request: SavedRequest, _ context: RequestResolver.Context,
        _ names: inout EnvironmentNames?
    ) -> Notice? {
        if variable.isOverLimit {
            return Notice(
                id: "E12", severity: .error, line: variable.line,
                text: "{{\(variable.name)}} cannot be replaced: \(variable.reason)")
        }
        // A response will provide it, as it will a part of a loop's item.
        if variable.unsent != nil { return nil }
        let known = names ?? EnvironmentNames(context.environments)
        names = known
        // Some environment defines the login.
        if environment == nil, let name = TokenName(variable.name), known.logins.contains(name.id),
            !known.sharedLogins.contains(name.id)
        {
            return nil
        }
        if let item = context.turn?.item, variable.name.hasPrefix(item.variable + ".") { return nil }
        if environment == nil, known.known.contains(variable.name) { return nil }
        if let reason = known.reasons[variable.name] {
            return Notice(
                id: "N15", severity: .warning, line: variable.line,
                text: "{{\(variable.name)}} has no value here: \(reason)")
        }
        return Notice(
            id: "E7", severity: .error, line: variable.line,
            text: "{{\(variable.name)}} has no value: \(variable.reason)")
    }

    // MARK: files

    /// `< path` of a missing file; paths with variables are known only when they are sent.
    private func bodyFiles(_ sent: SentRequest) -> [Notice] {
        let assembly = BodyAssembly(request: sent.request, file: sent.file, context: sent.context)
        return assembly.sentLines().compactMap { line -> Notice? in
            guard let path = assembly.fixedInsertedFile(line) else { return nil }
            let places = [sent.file.folder, sent.context.root].map {
                PathText.normalised(path, workingDirectory: $0)
            }
            guard !places.contains(where: CollectionStore().isThere) else { return nil }
            return Notice(
                id: "E9", severity: .error, line: line + 1, text: "The body file \(path) does not exist")
        }
    }
}
